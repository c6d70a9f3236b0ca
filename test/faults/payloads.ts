// Hostile text for the chat view, put together from its parts: no list of others is needed, and none is left out.

/** Each with a mark of its own number, so that what runs tells which one it was. */
const run = (number: number) => `window['ran${String(number)}']=1`;
const away = (number: number) => `http://127.0.0.1:9/${String(number)}`;

type Part = (number: number) => string;

const MARKUP: readonly Part[] = [
  (n) => `<script>${run(n)}</script>`,
  (n) => `<img src=x onerror="${run(n)}">`,
  (n) => `<svg onload="${run(n)}"></svg>`,
  (n) => `<svg><animate onbegin="${run(n)}" attributeName=x dur=1s></svg>`,
  (n) => `<iframe srcdoc="<script>parent.ran${String(n)}=1</script>"></iframe>`,
  (n) => `<iframe src="javascript:parent.ran${String(n)}=1"></iframe>`,
  (n) => `<details open ontoggle="${run(n)}">x</details>`,
  (n) => `<body onload="${run(n)}">`,
  (n) => `<input autofocus onfocus="${run(n)}">`,
  (n) => `<video><source onerror="${run(n)}"></video>`,
  (n) =>
    `<math><mtext><table><mglyph><style><img src=x onerror="${run(n)}"></style></mglyph></table></mtext></math>`,
  (n) => `<a href="javascript:${run(n)}">x</a>`,
  (n) => `<form action="${away(n)}"><button autofocus>x</button></form>`,
  (n) => `<img src="${away(n)}">`,
  (n) => `<link rel=stylesheet href="${away(n)}">`,
  (n) => `<style>@import "${away(n)}"; body { background: url(${away(n)}) }</style>`,
  (n) => `<object data="${away(n)}"></object><embed src="${away(n)}">`,
  (n) => `<meta http-equiv=refresh content="0;url=${away(n)}">`,
  (n) => `<base href="${away(n)}/">`,
  (n) => `<audio src="${away(n)}" autoplay></audio>`,
  (n) =>
    `<template><img src=x onerror="${run(n)}"></template><noscript><p title="</noscript><img src=x onerror=${run(n)}>">`,
  (n) => `![x](${away(n)})`,
  (n) => `![x](javascript:${run(n)})`,
  (n) => `[x](javascript:${run(n)})`,
  (n) => `[x](data:text/html,<script>${run(n)}</script>)`,
  (n) => `<javascript:${run(n)}>`,
  (n) => `[x]: javascript:${run(n)}\n\n[x]`,
];

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text
      .replace(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter))
      .replace(/RaN|rAn/g, 'ran'),
  (text) => text.replace('javascript:', 'java\tscript&colon;').replaceAll('<', '\u0000<'),
  (text) => text.replaceAll(' ', '/').replace('javascript', '&#x6A;avascript'),
];

const CONTEXTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `text **bold ${text}** and\n\n- ${text}\n`,
  (text) => `| a |\n| --- |\n| ${text.replaceAll('\n', ' ')} |\n`,
  (text) => `\`\`\`html\n${text}\n\`\`\`\n<div>\n\n${text}`,
];

/** All of them, by their numbers. */
export function payloads(): readonly string[] {
  const all: string[] = [];
  for (const encode of ENCODINGS)
    for (const put of CONTEXTS) for (const part of MARKUP) all.push(put(encode(part(all.length))));
  return all;
}
