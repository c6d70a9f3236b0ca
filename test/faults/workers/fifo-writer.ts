import fs from 'node:fs';

/** `PREFIX TIMES SMALLEST LARGEST FIFO…`: writes lines of so many bytes to each FIFO in turn, as an adapter does. */
export async function worker([
  prefix = '',
  times = '',
  smallest = '',
  largest = '',
  ...files
]: readonly string[]) {
  const span = Number(largest) - Number(smallest);
  for (let time = 0; time < Number(times); time += 1)
    for (const [at, file] of files.entries()) {
      const size = Number(smallest) + (span === 0 ? 0 : (time * 7919 + at * 104_729) % span);
      const head = `${prefix} ${String(at)} ${String(time)} `;
      const descriptor = fs.openSync(file, 'w');
      fs.writeSync(descriptor, `${head}${'x'.repeat(Math.max(0, size - head.length - 2))}.\n`);
      fs.closeSync(descriptor);
    }
}
