import { Plus, RotateCcw, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { KeyCaps } from '../commands/KeyCaps';
import type { KeyBindings } from '../commands/key-bindings';
import { describeEffect } from '../commands/describe-effect';
import type { KeyChange, KeyRow, KeyTable } from '../commands/key-rows';
import {
  addKey,
  bindingOf,
  keyFault,
  keyRows,
  lostToPrograms,
  removeKey,
  resetRow,
  writtenKey,
} from '../commands/key-rows';
import { keyBindings } from '../commands/keyboard';
import { matchesSearch } from '../commands/matches-search';
import { SearchField } from '../dialogs/SearchField';
import { useAppState } from '../store/replica';
import { tryCommand } from '../store/run-command';

/** A key that is waited for: for a row, or for the prefix itself. */
interface Recording {
  readonly row: KeyRow | null;
  readonly table: KeyTable;
  /** The key that was pressed and does something else so far, here or in terminals. */
  readonly pressed: string | null;
  readonly fault: string | null;
}

/** Everything that keys can do, with its keys: to be added by pressing them, taken away, and set back. */
export function KeyEditor({ search }: { readonly search: React.RefObject<HTMLInputElement | null> }) {
  const configuration = useAppState((state) => state.configuration);
  const bindings = keyBindings(configuration);
  const rows = useMemo(() => keyRows(bindings), [bindings]);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [recording, setRecording] = useState<Recording | null>(null);
  const found = rows.filter((row) =>
    matchesSearch([row.title, row.value, ...row.prefixed, ...row.direct].join(' '), text),
  );
  const apply = (changes: readonly KeyChange[]): void => {
    setRecording(null);
    void (async () => {
      for (const { table, key, value } of changes) {
        const name = `keys.${table}.${key}`;
        const result = await (value === null
          ? tryCommand('reset_setting', { key: name })
          : tryCommand('set_setting', { key: name, value }));
        setFault(result.ok ? null : result.error.message);
        if (!result.ok) return;
      }
    })();
  };
  return (
    <div className="key-editor">
      <div className="key-editor-head">
        <SearchField
          field={search}
          label="Search keys"
          placeholder="Search by what a key does, or by key"
          text={text}
          setText={setText}
        />
        <Prefix
          name={bindings.prefixName}
          changed={configuration.keys.prefix !== 'C-b'}
          record={() => {
            setRecording({ row: null, table: 'direct', pressed: null, fault: null });
          }}
        />
      </div>
      {fault !== null && (
        <p className="key-editor-fault setting-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="key-editor-rows" tabIndex={0} role="region" aria-label="Keys">
        <table>
          <thead>
            <tr>
              <th scope="col">Does</th>
              <th scope="col">
                After <KeyCaps name={bindings.prefixName} />
              </th>
              <th scope="col">At any time</th>
              <th scope="col">
                <span className="visually-hidden">Reset</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <tr key={row.value} data-row={row.value} data-changed={row.changed || undefined}>
                <th scope="row">{row.title}</th>
                {(['prefixed', 'direct'] as const).map((table) => (
                  <td key={table}>
                    <Keys
                      row={row}
                      table={table}
                      apply={apply}
                      record={() => {
                        setRecording({ row, table, pressed: null, fault: null });
                      }}
                    />
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    className="button-icon"
                    aria-label={`Reset the keys of: ${row.title}`}
                    title="Reset"
                    disabled={!row.changed}
                    onClick={() => {
                      apply(resetRow(row, configuration.keys));
                    }}
                  >
                    <RotateCcw size={13} aria-hidden />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.length === 0 && <p className="history-none muted">Nothing has these words or this key.</p>}
      </div>
      {recording !== null && (
        <Recorder
          recording={recording}
          bindings={bindings}
          set={setRecording}
          apply={apply}
          setPrefix={(key) => {
            setRecording(null);
            void tryCommand('set_setting', { key: 'keys.prefix', value: key }).then((result) => {
              setFault(result.ok ? null : result.error.message);
            });
          }}
        />
      )}
    </div>
  );
}

function Prefix({
  name,
  changed,
  record,
}: {
  readonly name: string;
  readonly changed: boolean;
  readonly record: () => void;
}) {
  return (
    <div className="key-prefix">
      <span>
        Prefix <KeyCaps name={name} />
      </span>
      <button type="button" className="button" onClick={record}>
        Change prefix
      </button>
      <button
        type="button"
        className="button-icon"
        aria-label="Reset the prefix"
        title="Reset"
        disabled={!changed}
        onClick={() => void tryCommand('reset_setting', { key: 'keys.prefix' })}
      >
        <RotateCcw size={13} aria-hidden />
      </button>
    </div>
  );
}

function Keys({
  row,
  table,
  apply,
  record,
}: {
  readonly row: KeyRow;
  readonly table: KeyTable;
  readonly apply: (changes: readonly KeyChange[]) => void;
  readonly record: () => void;
}) {
  const where = table === 'prefixed' ? 'after the prefix' : 'at any time';
  return (
    <span className="key-list">
      {row[table].map((key) => (
        <span key={key} className="key-chip">
          <KeyCaps name={key} />
          <button
            type="button"
            className="button-icon"
            aria-label={`Take away ${key} from: ${row.title}`}
            title="Take away"
            onClick={() => {
              apply([removeKey(table, key)]);
            }}
          >
            <X size={11} aria-hidden />
          </button>
        </span>
      ))}
      <button
        type="button"
        className="button-icon key-add"
        aria-label={`Add a key ${where} to: ${row.title}`}
        title={`Add a key ${where}`}
        onClick={record}
      >
        <Plus size={13} aria-hidden />
      </button>
    </span>
  );
}

/** Waits for a key, and tells when it does something else already. */
function Recorder({
  recording,
  bindings,
  set,
  apply,
  setPrefix,
}: {
  readonly recording: Recording;
  readonly bindings: KeyBindings;
  readonly set: (recording: Recording | null) => void;
  readonly apply: (changes: readonly KeyChange[]) => void;
  readonly setPrefix: (key: string) => void;
}) {
  const { row, table, pressed, fault } = recording;
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    box.current?.focus();
    return () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    };
  }, []);
  useEffect(() => {
    if (pressed !== null) box.current?.querySelector('button')?.focus();
    const press = (event: KeyboardEvent): void => {
      // Esc alone leaves, here and in the question that follows.
      if (event.key === 'Escape' && !event.ctrlKey && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        event.stopPropagation();
        set(null);
        return;
      }
      if (pressed !== null) return;
      event.preventDefault();
      event.stopPropagation();
      const key = writtenKey({
        key: event.key,
        code: event.code,
        ctrlKey: event.ctrlKey,
        altKey: event.altKey,
        shiftKey: event.shiftKey,
        metaKey: event.metaKey,
        altGraph: event.getModifierState('AltGraph'),
      });
      if (key === null) return;
      // A key that does something at any time would do it before it is the prefix.
      const wrong = keyFault(table, key, row === null ? '' : bindings.prefix);
      if (wrong !== null) {
        set({ ...recording, fault: wrong });
        return;
      }
      const binding = bindingOf(table, key, bindings);
      const missed = row !== null && binding === null && lostToPrograms(table, key) !== null;
      if (missed || (binding !== null && (row === null || binding.value !== row.value))) {
        set({ ...recording, pressed: key, fault: null });
      } else if (row === null) setPrefix(key);
      else apply(addKey(table, key, row.value, bindings));
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
    };
  }, [recording, pressed, bindings, row, table, set, apply, setPrefix]);
  const taken = pressed === null ? null : bindingOf(table, pressed, bindings);
  const lost = pressed === null ? null : lostToPrograms(table, pressed);
  const title = row === null ? 'the prefix' : row.title;
  return (
    <div className="key-recorder">
      <div
        ref={box}
        className="key-recorder-box"
        role="dialog"
        aria-modal="true"
        aria-label={`Key for: ${title}`}
        data-testid="key-recorder"
        tabIndex={-1}
      >
        {pressed === null || (taken === null && lost === null) ? (
          <>
            <p>
              Press {table === 'prefixed' ? 'the key that follows the prefix' : 'the keys'} for: {title}
            </p>
            <p className={fault === null ? 'muted' : 'setting-fault'} role="status">
              {fault ?? 'Esc leaves it as it is.'}
            </p>
            <button
              type="button"
              className="button"
              onClick={() => {
                set(null);
              }}
            >
              Cancel
            </button>
          </>
        ) : (
          <>
            <p role="alert">
              <KeyCaps name={pressed} />{' '}
              {taken === null ? lost : `does this so far: ${describeEffect(taken.effect)}`}
            </p>
            <div className="dialog-buttons">
              <button
                type="button"
                className="button"
                onClick={() => {
                  set(null);
                }}
              >
                {taken === null ? 'Leave it to them' : 'Keep it'}
              </button>
              <button
                type="button"
                className="button-primary"
                onClick={() => {
                  if (row === null) {
                    if (taken !== null) apply([removeKey(table, taken.key)]);
                    setPrefix(pressed);
                  } else apply(addKey(table, pressed, row.value, bindings));
                }}
              >
                Use it for: {title}
              </button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
