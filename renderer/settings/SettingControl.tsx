import { useEffect, useRef, useState } from 'react';
import type { Setting } from '#shared/config/settings';
import type { TomlValue } from '#shared/config/toml-edit';
import { themeChoices } from '#shared/theme/themes';
import { useAppState } from '../store/replica';
import { ThemeControl } from './ThemeControl';

export interface ControlProperties {
  readonly id: string;
  /** Id of what describes it. */
  readonly described: string;
  readonly wrong: boolean;
  readonly setting: Setting;
  readonly value: TomlValue;
  readonly apply: (value: TomlValue) => void;
}

/** Time without a key after which a number is taken as it stands, in milliseconds. */
const SETTLED = 600;

/** The control that fits what a setting may hold. */
export function SettingControl(properties: ControlProperties) {
  const { setting } = properties;
  const own = useAppState((state) => state.themes);
  if (themeChoices(setting.key, []) !== null) return <ThemeControl {...properties} own={own} />;
  if (setting.form === 'boolean') return <Switch {...properties} />;
  if (setting.form === 'text' && setting.choices.length > 0) return <Choice {...properties} />;
  if (setting.form === 'list' && setting.choices.length > 0) return <Several {...properties} />;
  if (setting.form === 'list' || setting.form === 'json') return <Lines {...properties} />;
  return <Field {...properties} />;
}

function Switch({ id, described, value, apply }: ControlProperties) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className="setting-switch"
      aria-describedby={described}
      checked={value === true}
      onChange={(event) => {
        apply(event.target.checked);
      }}
    />
  );
}

function Choice({ id, described, setting, value, apply }: ControlProperties) {
  return (
    <select
      id={id}
      aria-describedby={described}
      value={value as string}
      onChange={(event) => {
        apply(event.target.value);
      }}
    >
      {setting.choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** Any of a few words. */
function Several({ id, described, setting, value, apply }: ControlProperties) {
  const chosen = value as readonly string[];
  return (
    <div
      id={id}
      className="setting-several"
      role="group"
      aria-label={setting.name}
      aria-describedby={described}
    >
      {setting.choices.map((choice) => (
        <label key={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={(event) => {
              apply(
                setting.choices.filter((one) =>
                  one === choice ? event.target.checked : chosen.includes(one),
                ),
              );
            }}
          />
          {choice}
        </label>
      ))}
    </div>
  );
}

/** A text or a number. It is taken with Enter, when the field is left, and a number a moment after it was changed. */
function Field({ id, described, wrong, setting, value, apply }: ControlProperties) {
  const draft = useDraft(typeof value === 'number' ? String(value) : (value as string), (text) => {
    apply(text);
  });
  const number = setting.form === 'number';
  return (
    <input
      id={id}
      type={number ? 'number' : 'text'}
      className={number ? 'setting-number' : 'setting-text'}
      aria-describedby={described}
      aria-invalid={wrong || undefined}
      spellCheck={false}
      min={setting.minimum ?? undefined}
      max={setting.maximum ?? undefined}
      step={setting.whole ? 1 : 'any'}
      value={draft.text}
      placeholder={setting.default === '' ? 'none' : undefined}
      onChange={(event) => {
        draft.change(event.target.value, number && event.target.value !== '' ? SETTLED : null);
      }}
      onBlur={draft.take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') draft.take();
      }}
    />
  );
}

/** A list, one entry a line; or a table, as JSON. */
function Lines({ id, described, wrong, setting, value, apply }: ControlProperties) {
  const list = setting.form === 'list';
  const text = list ? (value as readonly string[]).join('\n') : JSON.stringify(value, null, 1);
  const draft = useDraft(text, (written) => {
    apply(
      list
        ? written
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== '')
        : written,
    );
  });
  return (
    <textarea
      id={id}
      className="setting-lines"
      aria-describedby={described}
      aria-invalid={wrong || undefined}
      spellCheck={false}
      rows={Math.min(8, Math.max(2, draft.text.split('\n').length))}
      placeholder={list ? 'one a line' : undefined}
      value={draft.text}
      onChange={(event) => {
        draft.change(event.target.value, null);
      }}
      onBlur={draft.take}
    />
  );
}

/** What is being written, until it is taken. A value that changes elsewhere takes its place. */
function useDraft(value: string, apply: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef(0);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
    },
    [],
  );
  const finish = (text: string | null): void => {
    window.clearTimeout(timer.current);
    if (text !== null && text !== value) apply(text);
  };
  // Taken or refused, the field shows what was written until the value itself changes.
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setDraft(null);
  }
  return {
    text: draft ?? value,
    change: (text: string, settle: number | null): void => {
      setDraft(text);
      window.clearTimeout(timer.current);
      if (settle !== null)
        timer.current = window.setTimeout(() => {
          finish(text);
        }, settle);
    },
    take: (): void => {
      finish(draft);
    },
  };
}
