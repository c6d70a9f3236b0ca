// Requests that must reach no tool. Each is the good request, which does, with one thing changed.
import type { RawOptions, RawRequest } from '#test/helpers/raw-http';
import { bytesOf } from '#test/helpers/raw-http';

export interface Target {
  readonly port: number;
  readonly token: string;
  /** The request that is answered with 2xx. */
  readonly good: RawRequest;
}

export interface Attack extends RawOptions {
  readonly name: string;
  readonly bytes: Buffer;
}

type Change = (target: Target) => Partial<RawRequest> | Buffer;
type Changes = Readonly<Record<string, Change>>;

function without(target: Target, ...names: string[]): RawRequest['headers'] {
  return target.good.headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

/** Puts other values in the place of a header; none takes it away. */
function header(name: string, ...values: ((target: Target) => string)[]): Change {
  return (target) => ({
    headers: [
      ...without(target, name.toLowerCase()),
      ...values.map((value) => [name, value(target)] as const),
    ],
  });
}

const all = (values: readonly ((target: Target) => string)[], name: string): Changes =>
  Object.fromEntries(values.map((value, index) => [`${name} ${String(index + 1)}`, header(name, value)]));

const ourHost = ({ port }: Target) => `127.0.0.1:${String(port)}`;
const ourOrigin = (target: Target) => `http://${ourHost(target)}`;
const say = (text: string) => () => text;

const hosts: Changes = {
  ...all(
    [
      say(''),
      say('evil.com'),
      ({ port }) => `evil.com:${String(port)}`,
      say('127.0.0.1'),
      say('localhost'),
      ({ port }) => `127.0.0.1:${String(port + 1)}`,
      ({ port }) => `LOCALHOST:${String(port)}`,
      ({ port }) => `localhost.:${String(port)}`,
      ({ port }) => `127.0.0.1.evil.com:${String(port)}`,
      ({ port }) => `[::1]:${String(port)}`,
      ({ port }) => `0.0.0.0:${String(port)}`,
      ({ port }) => `127.1:${String(port)}`,
      ({ port }) => `2130706433:${String(port)}`,
      ({ port }) => `127.0.0.1:0${String(port)}`,
      (target) => `${ourHost(target)}@evil.com`,
      (target) => `user@${ourHost(target)}`,
      (target) => `${ourHost(target)}, evil.com`,
      (target) => `${ourHost(target)}\r\n evil.com`,
    ],
    'Host',
  ),
  'no Host': header('Host'),
  'Host and another': header('Host', ourHost, say('evil.com')),
  'another and Host': header('Host', say('evil.com'), ourHost),
  'Host twice': header('Host', ourHost, ourHost),
};

const origins: Changes = {
  ...all(
    [
      say(''),
      say('null'),
      say('http://evil.com'),
      say('file://'),
      say('chrome-extension://abcdefghijklmnop'),
      say('http://localhost'),
      ({ port }) => `https://127.0.0.1:${String(port)}`,
      ({ port }) => `http://127.0.0.1:${String(port + 1)}`,
      (target) => `${ourOrigin(target)}.evil.com`,
      (target) => `${ourOrigin(target)}/`,
      (target) => `${ourOrigin(target)} http://evil.com`,
    ],
    'Origin',
  ),
  'Origin and another': header('Origin', ourOrigin, say('http://evil.com')),
  'another and Origin': header('Origin', say('http://evil.com'), ourOrigin),
};

const bearer = ({ token }: Target) => `Bearer ${token}`;
const wrong = say(`Bearer ${'A'.repeat(43)}`);
const authorizations: Changes = {
  ...all(
    [
      say(''),
      say('Bearer'),
      say('Bearer '),
      wrong,
      say('Bearer undefined'),
      ({ token }) => token,
      ({ token }) => `bearer ${token}`,
      ({ token }) => `Bearer  ${token}`,
      ({ token }) => `Bearer ${token.slice(0, -1)}`,
      ({ token }) => `Bearer ${token}x`,
      ({ token }) => `Bearer ${token} ${token}`,
      ({ token }) => `Bearer ${token}, Bearer x`,
      ({ token }) => `Token ${token}`,
      ({ token }) => `Basic ${Buffer.from(`:${token}`).toString('base64')}`,
      ({ token }) => `Bearer ${token.repeat(10)}`,
      ({ token }) => `Bearer ${token.toLowerCase()}`,
    ],
    'Authorization',
  ),
  'no Authorization': header('Authorization'),
  'Authorization and another': header('Authorization', bearer, wrong),
  'another and Authorization': header('Authorization', wrong, bearer),
  'token as a cookie': (target) => ({
    headers: [...without(target, 'authorization'), ['Cookie', `token=${target.token}`]],
  }),
  'token in the query': (target) => ({
    headers: without(target, 'authorization'),
    path: `${target.good.path}${target.good.path.includes('?') ? '&' : '?'}token=${target.token}`,
  }),
};

const paths: Changes = Object.fromEntries(
  [
    () => '/',
    () => '*',
    () => '//',
    () => '/favicon.ico',
    (path: string) => `${path.replace('?', '/?')}${path.includes('?') ? '' : '/'}`,
    (path: string) => `/${path}`,
    (path: string) => `//evil.com${path}`,
    (path: string) => `http://evil.com${path}`,
    (path: string) => `/x/..${path}`,
    (path: string) => `/.${path}`,
    (path: string) => `/%2e${path}`,
    (path: string) => path.replace('/', '/%00'),
    (path: string) => path.replace(/^\/[a-z]+/, (word) => word.toUpperCase()),
    (path: string) => path.replace(/^\/(.)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
    (path: string) => path.replaceAll('/', '\\'),
    (path: string) => path.slice(1),
  ].map((change, index): [string, Change] => [
    `path ${String(index + 1)}`,
    ({ good }) => ({ path: change(good.path) }),
  ]),
);

const methods: Changes = Object.fromEntries(
  ['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'post', 'GET\t', 'XYZZY'].map(
    (method): [string, Change] => [`method ${method}`, () => ({ method })],
  ),
);

const posted = (change: (target: Target) => Partial<RawRequest>): Change => {
  return (target) => ({ method: 'POST', ...change(target) });
};
const typed = (...types: string[]) =>
  posted((target) => ({
    headers: [
      ...without(target, 'content-type'),
      ...types.map((type): [string, string] => ['Content-Type', type]),
    ],
  }));
const types: Changes = {
  ...Object.fromEntries(
    [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json-patch+json',
      'text/plain; application/json',
      'application/json, text/plain',
      'application/json; charset=utf-16',
      'application/jsonx',
      '',
    ].map((type) => [`type ${type}`, typed(type)]),
  ),
  'no type': typed(),
  'two types': typed('application/json', 'text/plain'),
  compressed: posted(({ good }) => ({ headers: [...good.headers, ['Content-Encoding', 'gzip']] })),
};

const withBody = (body: string | Buffer): Change => posted(() => ({ body }));
const withLength = (
  body: (good: string) => string,
  ...more: readonly (readonly [string, string])[]
): Change => posted(({ good }) => ({ headers: [...good.headers, ...more], body: body(String(good.body)) }));
const deepCall = (payload: string): Change => {
  const input = `{"target":{"broadcast":true},"message":"x","payload":${payload}}`;
  const params = `{"name":"fugue_send_orchestration","arguments":${input}}`;
  return withBody(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
};
const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const CHUNKED = ['Transfer-Encoding', 'chunked'] as const;
const bodies: Changes = {
  'no body': withBody(''),
  'half of JSON': posted(({ good }) => ({ body: String(good.body).slice(0, -2) })),
  'invalid UTF-8': withBody(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  null: withBody('null'),
  'a number': withBody('5'),
  'no message': withBody('{"a":1}'),
  'another version': withBody('{"jsonrpc":"1.0","id":1,"method":"tools/list"}'),
  'an object as id': withBody('{"jsonrpc":"2.0","id":{},"method":"tools/list"}'),
  'a number as method': withBody('{"jsonrpc":"2.0","id":1,"method":1}'),
  'an empty batch': withBody('[]'),
  'a batch': posted(({ good }) => ({ body: `[${String(good.body)},${String(good.body)}]` })),
  'a deep batch': withBody('['.repeat(200_000) + ']'.repeat(200_000)),
  'a call with deep lists': deepCall('['.repeat(100_000) + ']'.repeat(100_000)),
  'a call with deep objects': deepCall('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
  'two messages': posted(({ good }) => ({ body: `${String(good.body)}\n${String(good.body)}` })),
  '2 MB': withBody(`"${'x'.repeat(2 * 1024 * 1024)}"`),
  'a length of 2 MB': withLength((body) => body, ['Content-Length', '2000000']),
  'a length below zero': withLength((body) => body, ['Content-Length', '-1']),
  'two lengths': withLength((body) => body, ['Content-Length', '5'], ['Content-Length', '500']),
  'length and chunks': withLength(chunked, ['Content-Length', '5'], CHUNKED),
  'chunks and length': withLength(chunked, CHUNKED, ['Content-Length', '5']),
  'chunks with a blank': withLength(chunked, ['Transfer-Encoding ', 'chunked']),
  'chunks and identity': withLength(chunked, ['Transfer-Encoding', 'chunked, identity']),
  'a bad chunk': withLength((body) => `zz\r\n${body}`, CHUNKED),
  'a chunk beyond measure': withLength((body) => `fffffffffffffffff\r\n${body}`, CHUNKED),
  'a long chunk extension': withLength((body) => `1;${'x'.repeat(100_000)}\r\n${body}`, CHUNKED),
};

const broken: Changes = {
  'headers of 17 KB': ({ good }) => ({ headers: [...good.headers, ['X-Long', 'x'.repeat(17 * 1024)]] }),
  '3,000 headers': ({ good }) => ({
    headers: [...good.headers, ...Array.from({ length: 3000 }, () => ['X', 'y'] as const)],
  }),
  'a NUL in a header': ({ good }) => ({ headers: [...good.headers, ['X', 'a\0b']] }),
  'a header without a name': ({ good }) => ({ headers: [...good.headers, ['', 'x']] }),
  'LF alone': ({ good }) => Buffer.from(bytesOf(good).toString().replaceAll('\r\n', '\n')),
  'HTTP/0.9': () => Buffer.from('GET /sse\r\n\r\n'),
  'HTTP/2': () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'HTTP/9.9': ({ good }) => Buffer.from(bytesOf(good).toString().replace('HTTP/1.1', 'HTTP/9.9')),
  TLS: () => Buffer.from('16030100c8010000c40303', 'hex'),
  noise: () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
};

function attacksOf(target: Target, kind: string, changes: Changes): Attack[] {
  return Object.entries(changes).map(([name, change]) => {
    const changed = change(target);
    const bytes = Buffer.isBuffer(changed) ? changed : bytesOf({ ...target.good, ...changed });
    return { name: `${kind}: ${name}`, bytes };
  });
}

/** Those that send slowly or without end: a connection must not be theirs for long. */
export function endlessOn(target: Target): Attack[] {
  const { good } = target;
  const head = (headers: readonly (readonly [string, string])[], body = ''): Buffer =>
    bytesOf({ ...good, method: 'POST', headers: [...good.headers, ...headers], body });
  const refused = { ...target, good: { ...good, headers: without(target, 'authorization') } };
  return [
    { name: 'slow: nothing', bytes: Buffer.alloc(0), untilClosed: true },
    { name: 'slow: half a line', bytes: Buffer.from('POST /m'), untilClosed: true },
    {
      name: 'slow: a header a second',
      bytes: Buffer.from(`POST ${good.path} HTTP/1.1\r\n`),
      more: { bytes: Buffer.from('X: y\r\n'), every: 1000 },
    },
    {
      name: 'slow: a byte of the body a second',
      bytes: head([['Content-Length', '1000']], '{'),
      more: { bytes: Buffer.from(' '), every: 1000 },
    },
    { name: 'slow: a body that never comes', bytes: head([['Content-Length', '1000']], '{') },
    {
      name: 'endless: chunks',
      bytes: head([CHUNKED]),
      more: { bytes: Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`), every: 5 },
    },
    {
      name: 'endless: chunks of nobody',
      bytes: bytesOf({
        ...refused.good,
        method: 'POST',
        headers: [...refused.good.headers, CHUNKED],
        body: '',
      }),
      more: { bytes: Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`), every: 5 },
      untilClosed: true,
    },
  ];
}

export function attacksOn(target: Target): Attack[] {
  return [
    ...attacksOf(target, 'host', hosts),
    ...attacksOf(target, 'origin', origins),
    ...attacksOf(target, 'authorization', authorizations),
    ...attacksOf(target, 'path', paths),
    ...attacksOf(target, 'method', methods),
    ...attacksOf(target, 'type', types),
    ...attacksOf(target, 'body', bodies),
    ...attacksOf(target, 'broken', broken),
  ];
}
