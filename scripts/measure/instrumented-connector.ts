import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { AnyConnector } from '../../src/define/index.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** Texts, evidence and requests are no judgement. Requests that differ have no answer in a world. */
const excludedMutations = ['StringLiteral', 'ObjectLiteral']

/** A mutant that is in the code and does nothing until its id is active. */
export interface CodeMutant {
  readonly id: string
  /** `checks/keys.ts:12 EqualityOperator: age < 90` */
  readonly name: string
}

/** Where mutants are switched, and where they say who came by. */
export interface MutantSwitch {
  activeMutant: string | undefined
  currentTestId: string | undefined
  hitCount: number
  hitLimit: number
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>
  }
}

/** The members of the global object that the instrumented code reads. */
export const mutantSwitch: MutantSwitch = Object.assign(globalThis as { __stryker__?: object }, {
  __stryker__: { activeMutant: undefined, currentTestId: undefined, hitCount: 0, hitLimit: 100_000 },
}).__stryker__ as MutantSwitch

/** A connector in code whose files hold all of their mutants. */
export interface InstrumentedConnector {
  readonly mutants: readonly CodeMutant[]
  /** Loads its files anew, so that what they do at once is done with the mutant that is active now. */
  load(): Promise<AnyConnector>
}

export async function instrumentConnector(id: string): Promise<InstrumentedConnector> {
  const folder = `${checkout}connectors/${id}/`
  const names = globSync('**/*.ts', { cwd: folder }).filter((name) => !name.startsWith('test/'))
  const instrumenter = new Instrumenter(quiet)
  const { files, mutants } = await instrumenter.instrument(
    names.map((name) => ({ name: folder + name, mutate: true, content: readFileSync(folder + name, 'utf8') })),
    { excludedMutations, ignorers: [], plugins: null, noHeader: false },
  )
  const sources = new Map(files.map(({ name, content }) => [pathToFileURL(name).href, content]))
  let generation = 0
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      return sources.has(resolved.url) ? { ...resolved, url: `${resolved.url}?mutant=${generation}` } : resolved
    },
    load(url, context, nextLoad) {
      const source = sources.get(url.replace(/\?mutant=\d+$/, ''))
      return source === undefined ? nextLoad(url, context) : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  return {
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id: mutant, fileName, location, mutatorName, replacement }) => ({
        id: mutant,
        name: `${fileName.slice(folder.length)}:${location.start.line + 1} ${mutatorName}: ${shorten(replacement)}`,
      })),
    async load() {
      generation++
      return (await import(pathToFileURL(`${folder}index.ts`).href)).default
    },
  }
}

function shorten(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, 80)
}

const ignore = () => undefined
const quiet = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
}
