/** Imports its argument, and prints the cost. Without an argument: the empty process. */
export {}

const [specifier] = process.argv.slice(2)
const startMs = performance.now()
if (specifier !== undefined) await import(specifier)
const importMs = performance.now() - startMs
console.log(JSON.stringify({ importMs, rssMB: process.memoryUsage.rss() / 2 ** 20 }))
