const statement = /^import (?:(\w[\w$]*)|\* as (\w[\w$]*)|\{([^}]*)\}) from "(node:[\w/]+)";\n/gm

/**
 * Takes Node's own modules without `import`. For an import Node makes a second module of all exports, and reads each of them,
 * which also loads what they load when they are first used: a command would wait for it.
 */
export const nodeModules = {
  name: 'node-modules',
  renderChunk(code: string) {
    return code.replace(statement, (_, own?: string, all?: string, named?: string, module?: string) => {
      const names = own ?? all ?? `{${named?.replaceAll(' as ', ': ')}}`
      return `const ${names} = process.getBuiltinModule("${module}");\n`
    })
  },
}

const lazily = '\0lazy-child-process'

/** commander starts other programs for commands that are files of their own. We have none, and the module loads seven others. */
export const lazyChildProcess = {
  name: 'lazy-child-process',
  resolveId: (source: string, importer: string | undefined) =>
    source === 'node:child_process' && importer?.includes('/commander/') ? lazily : undefined,
  load: (id: string) =>
    id === lazily
      ? `export default { spawn: (...given) => process.getBuiltinModule('node:child_process').spawn(...given) }`
      : undefined,
}
