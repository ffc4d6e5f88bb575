#!/usr/bin/env node
// Loads nothing but the rest of the command, and that only when this Node can: an older one must be able to read this
// file, or it would show a syntax error instead of the one line that says what to do.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 19)) {
  silenceKnownWarnings()
  import('./main.ts').then(({ runMain }) => runMain(process.argv.slice(2)))
} else {
  process.stderr.write(
    `error: Checkwright needs Node 22.19 or newer and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and try again. (NODE_TOO_OLD)\n`,
  )
  process.exitCode = 3
}

/**
 * Node 22 calls things experimental that we rely on and test: node:sqlite and the stripping of types. A connector file that
 * Node takes for CommonJS gets an error of ours, with what to do. Every other warning is shown as ever.
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
