import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsIn, questionsIn } from '#shared/permissions/questions';

describe('questions of a Claude', () => {
  it('are read with their choices', () => {
    const options = [{ label: 'A', description: 'a' }, { label: 'B' }, { label: '' }];
    expect(
      questionsIn({ questions: [{ question: 'Which?', multiSelect: true, options }, { question: 'Why?' }] }),
    ).toEqual([
      {
        question: 'Which?',
        multiSelect: true,
        options: [
          { label: 'A', description: 'a' },
          { label: 'B', description: '' },
          { label: '', description: '' },
        ],
      },
      { question: 'Why?', multiSelect: false, options: [] },
    ]);
  });

  it.each([{}, { questions: 'x' }, { questions: [null, 7, [], 'x', {}, { question: '' }, { question: 7 }] }])(
    'in %j are none',
    (input) => {
      expect(questionsIn(input)).toEqual([]);
    },
  );

  it('and fields are read from anything', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('questions', 'properties', 'required'), fc.jsonValue()),
        (input) => {
          for (const { question, options } of questionsIn(input)) {
            expect(question).not.toBe('');
            for (const { label } of options) expect(typeof label).toBe('string');
          }
          for (const { title, choices, type } of fieldsIn(input)) {
            expect(typeof title).toBe('string');
            expect(type === 'choice').toBe(choices.length > 0);
          }
        },
      ),
    );
  });
});

describe('fields that a server asks for', () => {
  it.each([
    [
      { type: 'string', title: 'Name', description: 'whose' },
      { type: 'text', title: 'Name', description: 'whose' },
    ],
    [{ type: 'integer' }, { type: 'number', title: 'field', description: '' }],
    [{ type: 'number' }, { type: 'number' }],
    [{ type: 'boolean' }, { type: 'boolean' }],
    [
      { type: 'string', enum: ['a', 7, 'b'] },
      { type: 'choice', choices: ['a', 'b'] },
    ],
    [
      { type: 'string', enum: [] },
      { type: 'text', choices: [] },
    ],
    [{ type: 'number', enum: ['1'] }, { type: 'choice' }],
    [null, { type: 'text', title: 'field' }],
  ])('%j', (field, expected) => {
    expect(fieldsIn({ properties: { field }, required: ['field'] })).toMatchObject([
      { name: 'field', required: true, ...expected },
    ]);
    expect(fieldsIn({ properties: { field }, required: 'field' })).toMatchObject([{ required: false }]);
  });
});
