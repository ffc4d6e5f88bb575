const statement = /^import (?:(\w[\w$]*)|\* as (\w[\w$]*)|\{([^}]*)\}) from "(node:[\w/]+)";\n/gm

/** Short commands rarely call them, and they take up to 2 ms to load. */
const slowModules = ['node:zlib', 'node:tls', 'node:fs/promises']

/**
 * Takes Node's own modules without `import`. For an import Node makes a second module of all exports, and reads each of them,
 * which also loads what they load when they are first used: a command would wait for it. Functions of a slow module load it when
 * they are called.
 */
export const nodeModules = {
  name: 'node-modules',
  renderChunk(code: string) {
    return code.replace(statement, (_, own?: string, all?: string, named?: string, module = '') => {
      const take = `process.getBuiltinModule("${module}")`
      const pairs = named?.split(',').map((each) => each.trim().split(' as ')) ?? []
      if (named !== undefined && slowModules.includes(module) && pairs.every(([name = '']) => isFunction(module, name)))
        return pairs.map(([name, as = name]) => `const ${as} = (...given) => ${take}.${name}(...given);\n`).join('')
      return `const ${own ?? all ?? `{${named?.replaceAll(' as ', ': ')}}`} = ${take};\n`
    })
  },
}

function isFunction(module: string, name: string): boolean {
  const exported: Readonly<Record<string, unknown>> = { ...process.getBuiltinModule(module) }
  return typeof exported[name] === 'function' && /^[a-z]/.test(name)
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

const noHttp2 = '\0no-http2'
const external = /\/undici\/(lib\/(?:web|milo)\/.*|lib\/llhttp\/.*-wasm\.js)$/

/**
 * The parts of undici stand in dist/ without HTTP/2, which we never speak, and undici does the same for a Node that has none. What it
 * loads only when it is needed stays in its package.
 */
export const undiciParts = {
  name: 'undici-parts',
  async resolveId(
    this: { resolve: (source: string, importer: string) => Promise<{ readonly id: string } | null> },
    source: string,
    importer: string | undefined,
  ) {
    if (!importer?.includes('/node_modules/undici/')) return undefined
    if (source === 'node:http2') return noHttp2
    if (!/\/(?:web|milo|llhttp)\//.test(source)) return undefined
    const [, path] = external.exec((await this.resolve(source, importer))?.id ?? '') ?? []
    return path === undefined ? undefined : { id: `undici/${path}`, external: true }
  },
  load: (id: string) => (id === noHttp2 ? 'module.exports = { constants: {} }' : undefined),
}
