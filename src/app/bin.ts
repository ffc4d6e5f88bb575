#!/usr/bin/env node
// Loads only the rest of the command, and only if this Node can run it. An older Node must be able to read this file,
// or it would show a syntax error instead of one line with the solution.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  silenceKnownWarnings()
  import('../service/commands/compile-cache.ts')
    .then(({ keepCompiledCode }) => {
      keepCompiledCode()
      return import('./main.ts')
    })
    .then(({ runMain }) => runMain(process.argv.slice(2)))
} else {
  process.stderr.write(
    `error: Checkwright needs Node 22.19 or newer and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and try again. (NODE_TOO_OLD)\n`,
  )
  process.exitCode = 3
}

/**
 * Node 22 calls features experimental that we rely on and test: node:sqlite and type stripping. A connector file that
 * Node treats as CommonJS gets our own error, with the solution. All other warnings are shown.
 */
function silenceKnownWarnings() {
  const known =
    /^((SQLite|Type Stripping|stripTypeScriptTypes) is an experimental feature|Failed to load the ES module)/
  const shown = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (!known.test(warning.message)) for (const show of shown) show(warning)
  })
}

export {}
