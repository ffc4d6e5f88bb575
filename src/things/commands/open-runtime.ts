import { statSync } from 'node:fs'
import type { AnyConnector } from '../../define/index.ts'
import {
  CheckwrightError,
  createUsageError,
  describeSystemCode,
  hasSystemCode,
  StoreError,
} from '../../errors/index.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import { defaultStore } from '../../service/commands/format-command.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { parseStoreUrl } from '../../service/store/places/store-url.ts'
import type { Logger, Runtime, RuntimeOptions } from '../runtime/runtime.ts'
import { readMail } from './settings/read-mail.ts'

/** Whether the store exists, whoever named it. @throws StoreError `STORE_UNAVAILABLE` where nobody can tell */
export function isStoreThere({ store }: Pick<GlobalOptions, 'store'>): boolean {
  const location = parseStoreUrl(store)
  return location.kind === 'sqlite' ? hasFile(location.file) : location.kind === 'postgres'
}

/**
 * Whether the store exists. A command that only reads does not make one: where nobody has used Checkwright yet, it has nothing to list.
 * @throws StoreError `STORE_UNAVAILABLE` where nobody can tell: a folder that this user may not enter is not an empty store;
 * `NOT_FOUND` for one that somebody named and that is not there, because an empty list would be no answer
 */
export function hasStore({ store }: Pick<GlobalOptions, 'store'>): boolean {
  if (isStoreThere({ store })) return true
  if (store === defaultStore || parseStoreUrl(store).kind === 'memory') return false
  throw new StoreError(
    `There is no store at ${store}. Check what --store names; it is relative to the folder that you are in.`,
    {
      code: 'NOT_FOUND',
    },
  )
}

function hasFile(file: string): boolean {
  try {
    statSync(file)
    return true
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return false
    throw new StoreError(
      `The store ${file} cannot be reached${describeSystemCode(error)}. Check its path and the permissions of its folders.`,
      { code: 'STORE_UNAVAILABLE', cause: error },
    )
  }
}

export interface RuntimeUse {
  readonly connectors: readonly AnyConnector[]
  /** Beside those that ship. @default none */
  readonly crossChecks?: RuntimeOptions['crossChecks']
  readonly allowPrivateNetwork?: RuntimeOptions['allowPrivateNetwork']
  /** @default loopback: where the command line signs in, it listens on a port of its own; see sign-in.ts */
  readonly publicUrl?: string | undefined
  /** @default none */
  readonly logger?: Logger | undefined
  /** Vendors and a key of a sample, in place of the usual ones. */
  readonly sample?: RuntimeOptions['sample']
  readonly keys?: RuntimeOptions['keys']
  readonly fetch?: RuntimeOptions['fetch']
  /** @default 'local' */
  readonly engine?: RuntimeOptions['engine']
  /** Whether it takes runs that others left. @default false: a command carries out its own task, and ends */
  readonly worker?: RuntimeOptions['worker']
  /** @default 'none' */
  readonly evidence?: RuntimeOptions['evidence']
  /** @default false */
  readonly dailyRuns?: RuntimeOptions['dailyRuns']
  /** @default everything is kept */
  readonly retention?: RuntimeOptions['retention']
  /** @default the default of each quota */
  readonly quotas?: RuntimeOptions['quotas']
  /** How it is closed. @default at once, and running work is cancelled */
  readonly closing?: Parameters<Runtime['close']>[0]
}

/** Opens the store for some work, and closes it afterwards in any case. */
export async function useRuntime<T>(
  { store }: Pick<GlobalOptions, 'store'>,
  { err }: Pick<Terminal, 'err'>,
  { publicUrl = 'http://127.0.0.1', worker = false, closing, ...use }: RuntimeUse,
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  // Only now, because a run with its own credentials needs neither store nor OAuth.
  const { createRuntime } = await import('../runtime/create-runtime.ts')
  const runtime = await createRuntime({
    ...use,
    mail: readMail(process.env),
    store,
    publicUrl,
    worker,
    actor: 'command line',
    notify: (line) => err.line(line),
  })
  try {
    return await work(runtime)
  } finally {
    await runtime.close(closing)
  }
}

/** Made on first use, so that people can ignore organizations until there are several. */
const firstOrganization = 'default'

/**
 * The organization of a command: the given one, otherwise the only one.
 * @returns undefined if there is none yet
 * @throws CheckwrightError `NOT_FOUND` for an unknown name; `CLI_USAGE` if there are several and none is given
 */
export async function findOrganization(
  { organizations }: Runtime,
  { org }: Pick<GlobalOptions, 'org'>,
): Promise<string | undefined> {
  const ids = (await organizations.list()).map(({ id }) => id)
  if (org === undefined) {
    if (ids.length <= 1) return ids[0]
    throw createUsageError(`The store has several organizations. Name one of them with --org: ${ids.join(', ')}.`)
  }
  if (ids.includes(org)) return org
  if (ids.length === 0 && org === firstOrganization) return undefined
  const remedy = ids.length === 0 ? 'There is no organization yet. Omit --org.' : `There is ${ids.join(', ')}.`
  throw new CheckwrightError(`There is no organization "${org}". ${remedy}`, { code: 'NOT_FOUND' })
}

/** The same, for a command that stores something. */
export async function demandOrganization(runtime: Runtime, options: Pick<GlobalOptions, 'org'>): Promise<string> {
  const found = await findOrganization(runtime, options)
  if (found !== undefined) return found
  try {
    return (await runtime.organizations.create({ id: firstOrganization, name: 'Default' })).id
  } catch (error) {
    // Another process was first.
    if (error instanceof StoreError && error.code === 'STORE_CONFLICT') return firstOrganization
    throw error
  }
}

/** Changes something of the organization of a command, which it makes if there is none yet. */
export function changeStored<T>(
  options: GlobalOptions,
  terminal: Pick<Terminal, 'err'>,
  change: (runtime: Runtime, organizationId: string) => Promise<T>,
): Promise<T> {
  return useRuntime(options, terminal, { connectors: [] }, async (runtime) =>
    change(runtime, await demandOrganization(runtime, options)),
  )
}

/** Does something in the organization of a command. @returns undefined without a store, or without an organization */
export async function useStored<T>(
  options: GlobalOptions,
  terminal: Pick<Terminal, 'err'>,
  work: (runtime: Runtime, organizationId: string) => Promise<T>,
): Promise<T | undefined> {
  if (!hasStore(options)) return undefined
  return useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await findOrganization(runtime, options)
    return organizationId === undefined ? undefined : work(runtime, organizationId)
  })
}

/** Lists something of the organization of a command: nothing without a store, or without an organization. */
export async function listStored<Row>(
  options: GlobalOptions,
  terminal: Pick<Terminal, 'err'>,
  list: (runtime: Runtime, organizationId: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return (await useStored(options, terminal, list)) ?? []
}
