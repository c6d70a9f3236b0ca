import { useId, useState } from 'react';
import type { AskedField } from '#shared/permissions/questions';
import { Visible } from '../chat/Visible';

type Values = Readonly<Record<string, string | boolean>>;

/** What an MCP server wants to know, field by field. */
export function FieldsForm({
  fields,
  disabled,
  answer,
}: {
  readonly fields: readonly AskedField[];
  readonly disabled: boolean;
  readonly answer: (content: Readonly<Record<string, unknown>>) => void;
}) {
  const [values, setValues] = useState<Values>({});
  const content = contentOf(fields, values);
  return (
    <form
      className="ask-questions"
      onSubmit={(event) => {
        event.preventDefault();
        if (content !== null && !disabled) answer(content);
      }}
    >
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={values[field.name] ?? (field.type === 'boolean' ? false : '')}
          change={(value) => {
            setValues({ ...values, [field.name]: value });
          }}
        />
      ))}
      <div className="ask-buttons">
        <button type="submit" className="button-primary" disabled={disabled || content === null}>
          Send
        </button>
      </div>
    </form>
  );
}

/** Null while something that is required is missing or is no number. */
function contentOf(fields: readonly AskedField[], values: Values): Readonly<Record<string, unknown>> | null {
  const content: Record<string, unknown> = {};
  for (const { name, type, required } of fields) {
    const value = values[name];
    if (type === 'boolean') content[name] = value === true;
    else if (typeof value !== 'string' || value.trim() === '') {
      if (required) return null;
    } else if (type === 'number') {
      const number = Number(value);
      if (Number.isNaN(number)) return null;
      content[name] = number;
    } else content[name] = value;
  }
  return content;
}

function OneField({
  field,
  value,
  change,
}: {
  readonly field: AskedField;
  readonly value: string | boolean;
  readonly change: (value: string | boolean) => void;
}) {
  const id = useId();
  return (
    <div className="ask-field">
      <label htmlFor={id}>
        <Visible text={field.title} />
        {field.required && <span className="muted"> (needed)</span>}
      </label>
      {field.type === 'boolean' ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => {
            change(event.target.checked);
          }}
        />
      ) : field.type === 'choice' ? (
        <select
          id={id}
          className="text-field"
          value={String(value)}
          onChange={(event) => {
            change(event.target.value);
          }}
        >
          <option value="">Choose…</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="text"
          inputMode={field.type === 'number' ? 'decimal' : 'text'}
          className="text-field"
          value={String(value)}
          onChange={(event) => {
            change(event.target.value);
          }}
        />
      )}
      {field.description !== '' && (
        <p className="muted">
          <Visible text={field.description} />
        </p>
      )}
    </div>
  );
}
