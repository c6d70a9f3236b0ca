/** A question of a Claude to the person. */
export interface AskedQuestion {
  readonly question: string;
  readonly multiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description: string }[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The questions in what AskUserQuestion was given; what is not understood is left out. */
export function questionsIn(input: Fields): readonly AskedQuestion[] {
  const { questions } = input;
  if (!Array.isArray(questions)) return [];
  return questions.flatMap((each: unknown): readonly AskedQuestion[] => {
    const { question, multiSelect, options } = fields(each);
    if (typeof question !== 'string' || question === '') return [];
    return [
      {
        question,
        multiSelect: multiSelect === true,
        options: (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
          const { label, description } = fields(option);
          if (typeof label !== 'string') return [];
          return [{ label, description: typeof description === 'string' ? description : '' }];
        }),
      },
    ];
  });
}

/** A field that an MCP server asks the person to fill in. */
export interface AskedField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly type: 'text' | 'number' | 'boolean' | 'choice';
  readonly choices: readonly string[];
  readonly required: boolean;
}

/** The fields of a JSON schema of one flat object, which is all that a server may ask for. */
export function fieldsIn(schema: Fields): readonly AskedField[] {
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  return Object.entries(fields(schema['properties'])).map(([name, value]) => {
    const { title, description, type, enum: choices } = fields(value);
    const names = Array.isArray(choices) ? choices.filter((each) => typeof each === 'string') : [];
    return {
      name,
      title: typeof title === 'string' ? title : name,
      description: typeof description === 'string' ? description : '',
      type:
        names.length > 0
          ? 'choice'
          : type === 'boolean'
            ? 'boolean'
            : type === 'number' || type === 'integer'
              ? 'number'
              : 'text',
      choices: names,
      required: required.includes(name),
    };
  });
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
