/** Bytes as people read them: `84 MB`, `1.3 GB`. */
export function memoryText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  if (megabytes >= 1000) return `${(megabytes / 1024).toFixed(1)} GB`;
  return megabytes >= 10 ? `${String(Math.round(megabytes))} MB` : `${megabytes.toFixed(1)} MB`;
}
