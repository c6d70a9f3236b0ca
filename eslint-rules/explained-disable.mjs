// @ts-check
// A rule may be switched off where it is wrong, but the next reader must learn why.

/** @type {import('eslint').Rule.RuleModule} */
export const explainedDisable = {
  meta: {
    type: 'problem',
    docs: { description: 'require a reason after `--` in every eslint-disable comment' },
    schema: [],
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const text = comment.value.trim();
          if (!/^eslint-disable(-next-line|-line)?(\s|$)/.test(text) || !comment.loc) continue;
          const [rules = '', reason = ''] = text.split(/\s--\s/);
          const named = rules.replace(/^eslint-disable(-next-line|-line)?/, '').trim() !== '';
          if (!named) context.report({ loc: comment.loc, message: 'name the rule that is switched off' });
          if (reason.trim() === '') {
            context.report({ loc: comment.loc, message: 'say why the rule is switched off: `-- reason`' });
          }
        }
      },
    };
  },
};
