// @ts-check
// Adds up test reports: `node scripts/test-counts.mjs NAME=FILE…`, reports of Vitest or Playwright. A suite that
// left no report counts as one failure. Prints a line for each suite and the sum; exits 1 unless all is well.
import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {string} file @returns {Counts} */
function countsOf(file) {
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
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

/** @type {Counts} */
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const argument of process.argv.slice(2)) {
  const [name = '', file = ''] = argument.split('=');
  let counts = { passed: 0, failed: 1, skipped: 0 };
  let remark = '';
  try {
    counts = countsOf(file);
  } catch {
    remark = ' (no report, see above)';
  }
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
  process.stdout.write(
    `${name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${remark}\n`,
  );
}
const ran = sum.passed + sum.failed;
if (ran === 0) process.stdout.write('no test ran\n');
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exit(sum.failed === 0 && ran > 0 ? 0 : 1);
