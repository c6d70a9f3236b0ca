/** What the current Electron has and the oldest one has not: undefined there. */
declare namespace Electron {
  namespace CrossProcessExports {
    const webUtils: { getPathForFile(file: object): string } | undefined;
  }
}
