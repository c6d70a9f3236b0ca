// @ts-check

/**
 * The part of the change log that tells of a version.
 *
 * @param {string} changeLog text of CHANGELOG.md
 * @param {string} version
 * @returns {string} throws when the log has no such part: a release without notes is a mistake
 */
export function releaseNotes(changeLog, version) {
  const lines = changeLog.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`## ${version}`));
  if (start < 0)
    throw new Error(`CHANGELOG.md has no part "## ${version}": write one before making packages`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  return `${lines
    .slice(start, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim()}\n`;
}
