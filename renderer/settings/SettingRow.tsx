import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { Setting } from '#shared/config/settings';
import { valueOf } from '#shared/config/settings';
import type { TomlValue } from '#shared/config/toml-edit';
import { sameValue } from '#shared/config/toml-edit';
import { useAppState } from '../store/replica';
import { tryCommand } from '../store/run-command';
import { FontNote } from './FontNote';
import { SettingControl } from './SettingControl';
import { settingTitle } from './setting-words';

interface Properties {
  readonly setting: Setting;
  /** Where its value comes from; null while that is being asked. */
  readonly told: { readonly source: string; readonly variable: string | null } | null;
}

/** A setting: what it is for, its value, and a way back to the default. */
export function SettingRow({ setting, told }: Properties) {
  const value = useAppState((state) => valueOf(state.configuration, setting.key));
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const title = settingTitle(setting.name);
  // What a variable sets can't be set back here.
  const changed = told?.source === 'file' || (told?.variable == null && !sameValue(value, setting.default));
  const apply = (next: TomlValue | undefined): void => {
    const call =
      next === undefined
        ? tryCommand('reset_setting', { key: setting.key })
        : tryCommand('set_setting', { key: setting.key, value: next as string });
    void call.then((result) => {
      setFault(result.ok ? null : result.error.message);
    });
  };
  return (
    <div className="setting" data-setting={setting.key} data-changed={changed || undefined}>
      <div className="setting-words">
        <label htmlFor={id}>{title}</label>
        <p id={`${id}-about`} className="muted">
          {sentenceOf(setting.description)}
        </p>
        {setting.key === 'appearance.font-family' && <FontNote setting={String(value)} />}
        {told?.variable != null && (
          <p className="setting-over">{told.variable} stands over what is written here.</p>
        )}
        {fault !== null && (
          <p id={`${id}-fault`} className="setting-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className="setting-value">
        <SettingControl
          id={id}
          described={fault === null ? `${id}-about` : `${id}-fault`}
          wrong={fault !== null}
          setting={setting}
          value={value as TomlValue}
          apply={apply}
        />
        <button
          type="button"
          className="button-icon"
          aria-label={`Reset ${title}`}
          title={`Reset to ${shown(setting.default)}`}
          disabled={!changed}
          onClick={() => {
            apply(undefined);
          }}
        >
          <RotateCcw size={13} aria-hidden />
        </button>
      </div>
    </div>
  );
}

function sentenceOf(text: string): string {
  // One that begins with a value explains it, and values are written as they are.
  const first = /^[a-z-]+:/.test(text) ? text.charAt(0) : text.charAt(0).toUpperCase();
  return `${first}${text.slice(1)}.`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' || text === '{}' || text === '[]' ? 'nothing' : text;
}
