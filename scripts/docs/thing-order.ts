import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const hooksFile = fileURLToPath(new URL('../../src/things/all-stores/hooks.ts', import.meta.url))

export interface ListedHook {
  /** `run.ended` */
  readonly name: string
  /** The thing that tells it. */
  readonly tells: string
  /** The things that listen, in their order. */
  readonly listen: readonly string[]
}

/** What things tell later ones, as `things/all-stores/hooks.ts` has it. */
export function listHooks(code: string = readFileSync(hooksFile, 'utf8')): readonly ListedHook[] {
  const things = new Map(
    [...code.matchAll(/import (?:type )?\{([^}]+)\} from '\.\.\/([\w-]+)\//g)].flatMap(([, names = '', thing = '']) =>
      names.split(',').map((name) => [name.trim(), thing] as const),
    ),
  )
  const find = (name: string): string => {
    const thing = things.get(name)
    if (thing === undefined) throw new Error(`src/things/all-stores/hooks.ts imports ${name} from no thing.`)
    return thing
  }
  return [...code.matchAll(/'([\w.]+)': tellInOrder\(\[([^\]]*)\]\)/g)].map(([, name = '', listeners = '']) => ({
    name,
    tells: find(findHookType(code, name)),
    listen: listeners.split(',').map((listener) => find(listener.trim())),
  }))
}

/** `run.ended` is declared by `RunHooks`. */
function findHookType(code: string, name: string): string {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1, name.indexOf('.'))}Hooks`
  if (!code.includes(type)) throw new Error(`src/things/all-stores/hooks.ts has no type ${type} for "${name}".`)
  return type
}

const lineMax = 110

/**
 * A page of `docs/` with the order of things between its two marks, and with the hooks by which earlier ones tell later ones.
 * @param order things from left to right
 */
export function writeThingOrder(page: string, order: readonly string[]): string {
  const lines = ['']
  for (const [at, thing] of order.entries()) {
    const part = at === 0 ? thing : ` ← ${thing}`
    const line = lines.at(-1) ?? ''
    if (line.length + part.length > lineMax) lines.push(`  ${part.trimStart()}`)
    else lines[lines.length - 1] = line + part
  }
  const hooks = listHooks().map(
    ({ name, tells, listen }) => `| \`${name}\` | ${tells} | ${[...new Set(listen)].join(', ')} |`,
  )
  const text = [
    '```text',
    ...lines,
    '```',
    '',
    '| hook | told by | heard by, in this order |',
    '| --- | --- | --- |',
    ...hooks,
  ]
  return page.replace(
    /(?<=<!-- things: begin[^\n]* -->\n)[\s\S]*?(?=<!-- things: end -->)/,
    () => `\n${text.join('\n')}\n\n`,
  )
}
