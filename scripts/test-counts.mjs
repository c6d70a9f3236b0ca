// @ts-check
// Adds up test reports: `node scripts/test-counts.mjs NAME=FILE…`, reports of Vitest or Playwright. A suite that
// left no report counts as one failure. Prints each test that failed, a line for each suite and the sum; exits 1
// unless all is well.
import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** How much of a failure's message is repeated at the end, in characters. */
const MESSAGE_LENGTH = 1000;

/** @param {any} report @returns {Counts} */
function countsOf(report) {
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    // Errors outside of tests, such as a file that cannot be loaded.
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped };
  }
  const failedTests = report.numFailedTests;
  // A file that cannot be loaded holds no test that could fail.
  const brokenFiles = report.testResults.filter(
    (/** @type {any} */ result) => result.status === 'failed' && !result.assertionResults.length,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: failedTests + brokenFiles + (report.success || failedTests + brokenFiles > 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {string} title @param {string | undefined} message */
const failure = (title, message) =>
  `${title}\n${(message ?? '').replace(/\u001b\[[0-9;]*m/g, '').slice(0, MESSAGE_LENGTH)}`;

/** @param {any} suite @returns {string[]} */
function playwrightFailures(suite) {
  return [
    ...(suite.suites ?? []).flatMap(playwrightFailures),
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => {
        const results = spec.tests.flatMap((/** @type {any} */ test) => test.results);
        const error = results.find((/** @type {any} */ result) => result.error)?.error;
        return failure(`${spec.file}: ${spec.title}`, error?.message);
      }),
  ];
}

/** What failed, each with the beginning of what it said. @param {any} report @returns {string[]} */
function failuresOf(report) {
  if (report.stats) {
    const outside = (report.errors ?? []).map((/** @type {any} */ error) => failure('', error.message));
    return [...(report.suites ?? []).flatMap(playwrightFailures), ...outside];
  }
  return report.testResults.flatMap((/** @type {any} */ file) =>
    file.status === 'failed' && file.assertionResults.length === 0
      ? [failure(file.name, file.message)]
      : file.assertionResults
          .filter((/** @type {any} */ test) => test.status === 'failed')
          .map((/** @type {any} */ test) =>
            failure(`${file.name}: ${test.fullName}`, test.failureMessages?.[0]),
          ),
  );
}

/** @type {Counts} */
const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const lines = [];
for (const argument of process.argv.slice(2)) {
  const [name = '', file = ''] = argument.split('=');
  let counts = { passed: 0, failed: 1, skipped: 0 };
  let remark = '';
  try {
    const report = JSON.parse(fs.readFileSync(file, 'utf8'));
    counts = countsOf(report);
    for (const text of failuresOf(report)) process.stdout.write(`failed in ${name}: ${text}\n\n`);
  } catch {
    remark = ' (no report, see above)';
  }
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
  lines.push(
    `${name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${remark}\n`,
  );
}
process.stdout.write(lines.join(''));
const ran = sum.passed + sum.failed;
if (ran === 0) process.stdout.write('no test ran\n');
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exit(sum.failed === 0 && ran > 0 ? 0 : 1);
