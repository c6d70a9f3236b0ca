import { useEffect, useId, useRef, useState } from 'react';
import type { OwnThemes } from '#shared/theme/themes';
import { SYSTEM_THEME, themeChoices, themeNamed } from '#shared/theme/themes';
import { setUi } from '../store/ui-store';
import type { ControlProperties } from './SettingControl';

/** Themes with a picture of their colours. What the pointer or an arrow key stands on is shown at once. */
export function ThemeControl({
  id,
  described,
  setting,
  value,
  apply,
  own,
}: ControlProperties & { readonly own: OwnThemes }) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const list = useId();
  const names = themeChoices(setting.key, Object.keys(own)) ?? [];
  const show = (index: number): void => {
    setAt(index);
    const name = names[index];
    setUi({ previewTheme: name === undefined || name === SYSTEM_THEME ? null : name });
  };
  const close = (): void => {
    setOpen(false);
    setUi({ previewTheme: null });
  };
  const choose = (name: string | undefined): void => {
    if (name !== undefined) apply(name);
    close();
  };
  useEffect(() => {
    if (!open) return;
    const away = (event: PointerEvent): void => {
      if (root.current?.contains(event.target as Node) !== true) close();
    };
    window.addEventListener('pointerdown', away);
    return () => {
      window.removeEventListener('pointerdown', away);
    };
  }, [open]);
  useEffect(() => {
    if (open) document.getElementById(`${list}-${String(at)}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, at, list]);
  const press = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!open) {
      if (step === undefined && event.key !== 'Enter' && event.key !== ' ') return;
      setOpen(true);
      show(Math.max(0, names.indexOf(value as string)));
    } else if (step !== undefined) show((at + step + names.length) % names.length);
    else if (event.key === 'Enter' || event.key === ' ') choose(names[at]);
    else if (event.key === 'Escape' || event.key === 'Tab') {
      close();
      if (event.key === 'Tab') return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="theme-choice" ref={root}>
      <button
        id={id}
        type="button"
        className="theme-button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={list}
        aria-describedby={described}
        aria-activedescendant={open ? `${list}-${String(at)}` : undefined}
        onKeyDown={press}
        onClick={() => {
          if (open) close();
          else {
            setOpen(true);
            setAt(Math.max(0, names.indexOf(value as string)));
          }
        }}
        onBlur={close}
      >
        <Swatch name={value as string} own={own} />
        {titleOf(value as string, own)}
      </button>
      <ul id={list} role="listbox" aria-label="Themes" hidden={!open} className="theme-list">
        {names.map((name, index) => (
          <li
            key={name}
            id={`${list}-${String(index)}`}
            role="option"
            aria-selected={name === value}
            data-at={index === at || undefined}
            onPointerEnter={() => {
              if (open) show(index);
            }}
            // Before the button loses the keyboard, which would close the list.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              choose(name);
            }}
          >
            <Swatch name={name} own={own} />
            {titleOf(name, own)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function titleOf(name: string, own: OwnThemes): string {
  return name === SYSTEM_THEME ? 'As the desktop' : (themeNamed(name, own)?.title ?? name);
}

/** A few of the colours, on their background. */
function Swatch({ name, own }: { readonly name: string; readonly own: OwnThemes }) {
  const theme = themeNamed(name, own);
  if (theme === null) return <span className="theme-swatch" aria-hidden />;
  const { background, red, yellow, green, blue } = theme.terminal;
  return (
    <span className="theme-swatch" aria-hidden style={{ background }}>
      {[red, yellow, green, blue].map((color, index) => (
        <i key={index} style={{ background: color }} />
      ))}
    </span>
  );
}
