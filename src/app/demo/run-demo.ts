import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { runConnection, runWithProgress } from '../../author/running/watch-run.ts'
import { writeRunBundle } from '../../author/running/write-run.ts'
import { authorizeHeadlessly } from '../../author/testing/authorize-headlessly.ts'
import { toRecordedRun } from '../../checks/runs/recorded-run.ts'
import type { AnyConnector, CheckOutcome } from '../../define/index.ts'
import { publicKeyOf } from '../../evidence/bundle/signer.ts'
import { replayBundle } from '../../evidence/replay/replay.ts'
import { wrapHanging } from '../../report/pieces/wrap-text.ts'
import type { Context } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { printReport } from '../../service/commands/print-report.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { callbackPath, createRuntime } from '../../things/runtime/create-runtime.ts'
import type { Connection, Runtime } from '../../things/runtime/runtime.ts'
import { type HttpServer, listen } from '../serving/serve-http.ts'
import { createAcmeConnector } from './acme.ts'
import { addDemoTasks } from './add-tasks.ts'
import { type DemoVerdict, expectedAcross, expectedVerdicts, listVerdictDifferences } from './expected-verdicts.ts'
import { connectDemoSystems, judgeDemoSystems, printDemoSystems } from './judge-systems.ts'
import { startDemoSystems } from './systems.ts'
import { type DemoVendor, startDemoVendor } from './vendor.ts'

export interface DemoOptions {
  /** Folder for the bundle, beside the store. */
  readonly out: string
  readonly json?: boolean | undefined
  /** By check. @default what the vendor's data must lead to */
  readonly expected?: Readonly<Record<string, DemoVerdict>> | undefined
}

const organizationId = 'default'

/**
 * The whole way on one machine, offline and without a package beside this one: a vendor with a sign-in of its own, a connection made by the authorization code flow
 * with PKCE, and a run of its checks, stored and shown. Only the person at the browser is simulated.
 * @returns 0 if the run gave exactly the expected verdicts, otherwise 2
 * @throws CheckwrightError `CLI_FILE_FAILED` when the folder cannot be written
 */
export async function runDemo(options: DemoOptions, { terminal, interrupt }: Context): Promise<ExitCode> {
  const { out: folder, json, expected = expectedVerdicts } = options
  const { err } = terminal
  const tell = (text: string) => {
    for (const line of wrapHanging(text, err.width, 3)) err.line(line)
  }
  const store = await createFreshStore(folder)
  return interrupt.runInterruptibly(async (signal) => {
    await using server = await listenApart()
    const { url: publicUrl } = server
    const connector = createAcmeConnector()
    await using vendor = await startDemoVendor([`${publicUrl}${callbackPath}/${connector.id}`])
    await using systems = await startDemoSystems()
    const { api, oauth } = vendor
    tell(`1. Started a vendor on this machine: its API at ${api.url}, its sign-in (OAuth 2.0) at ${oauth.issuer}.`)
    const runtime = await createRuntime({
      connectors: [connector, ...systems.all.map((system) => system.connector)],
      store: `sqlite:${store}`,
      // Made for this run only and forgotten, so that the demo neither uses nor leaves a key of yours.
      keys: `demo:${randomBytes(32).toString('base64')}`,
      publicUrl,
      allowPrivateNetwork: true,
    })
    try {
      const connection = await connectDemoPerson(runtime, connector, vendor, signal)
      err.line(
        `2. Signed in as ${vendor.person} by the authorization code flow with PKCE. ${describeScopes(connector, connection)}`,
      )
      const signer = await runtime.signing.signer()
      const done = await writeRunBundle({ out: folder, signer }, async (exchanges) => {
        const result = await runWithProgress(connector, terminal, {}, signal, (onEvent) =>
          runConnection(runtime, { connectionId: connection.id, exchanges }, signal, onEvent),
        )
        return { result, run: toRecordedRun(result) }
      })
      const { result: run, paths } = done
      const { requests } = run.summary
      tell(`3. Ran ${run.checks.length} checks with that connection, in ${requests} requests.`)
      if (json) terminal.json(run)
      else {
        err.line()
        await printReport('table', [{ run: toRecordedRun(run), connector, rest: `see ${paths[0]}` }], {}, terminal)
        err.line()
      }
      tell(`4. Wrote the results, with their evidence, to ${paths[0]}`)
      tell(`   and the requests and answers, without secrets, to ${paths[1]}`)
      tell(`   Signed: ${shell`checkwright verify ${folder} --key ${publicKeyOf(signer.publicKey).fingerprint}`}`)
      tell(`   The store is ${store}. Credentials in it are encrypted, and the key is deleted when this command ends.`)
      if (signal.aborted) return exitCodes.interrupted
      const { same } = await replayBundle(folder, connector)
      tell(
        `5. Ran the checks again offline, with only the files of that folder: ${same ? 'the same results' : 'other results'}.`,
      )
      const connections = await connectDemoSystems(runtime, organizationId, systems.all)
      const across = await judgeDemoSystems(runtime, organizationId, signal)
      if (signal.aborted) return exitCodes.interrupted
      await addDemoTasks(runtime, organizationId)
      tell(
        `6. Connected ${connections.length} more systems: people, a code host and a chat. Read their lists, and judged them together:`,
      )
      if (!json) {
        err.line()
        printDemoSystems(across, terminal)
      }
      const checks = [run, ...across].flatMap((each) => each.checks)
      const exitCode = same ? compareWithExpected(checks, { ...expected, ...expectedAcross }, err) : exitCodes.undecided
      return exitCode
    } finally {
      await runtime.close()
    }
  })
}

/** On any free port, because the address is needed before the server can answer. */
async function listenApart(): Promise<HttpServer & AsyncDisposable> {
  const server = await listen({ host: '127.0.0.1', port: 0 })
  return { ...server, [Symbol.asyncDispose]: server.close }
}

/** A store of an earlier demo is sealed with a key that no longer exists. */
async function createFreshStore(folder: string): Promise<string> {
  const store = locateStore(folder)
  try {
    await mkdir(folder, { recursive: true })
    await removeStore(store)
    return store
  } catch (error) {
    throw createFileError(`"${folder}" cannot be written`, error, 'Name another folder with --out.')
  }
}

/** Removes the bundle and its store. @throws CheckwrightError `CLI_FILE_FAILED` */
export async function removeDemo(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
    await removeStore(locateStore(folder))
  } catch (error) {
    throw createFileError(`"${folder}" cannot be removed`, error, 'Remove it by hand.')
  }
}

/** Not in the folder, because unsigned files do not belong to a bundle. */
function locateStore(folder: string): string {
  return join(dirname(folder), `${basename(folder)}-store.db`)
}

async function removeStore(store: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(`${store}${suffix}`, { force: true })
}

async function connectDemoPerson(
  runtime: Runtime,
  connector: AnyConnector,
  { app, settings, person }: DemoVendor,
  signal: AbortSignal,
): Promise<Connection> {
  await runtime.organizations.create({ id: organizationId, name: 'Demo' })
  await runtime.users.put({ organizationId, id: 'ada', name: person, email: 'ada@acme.example' })
  await runtime.oauthApps.set({ connector, ...app, settings })
  const { url, binding } = await runtime.oauth.start({ connector, organizationId, userId: 'ada' })
  // The part of a person at a browser: open the address, sign in, allow, and be sent back.
  const callback = await authorizeHeadlessly(url, { signal })
  return runtime.oauth.callback({ url: callback, binding })
}

function describeScopes({ definition: { auth } }: AnyConnector, { grantedScopes = [] }: Connection): string {
  const wanted = auth.type === 'oauth2' ? auth.config.scopes : []
  const missing = wanted.filter((scope) => !grantedScopes.includes(scope))
  return `Granted: ${wanted.length - missing.length} of ${wanted.length} scopes${missing.length > 0 ? `; not ${missing.join(', ')}` : ''}.`
}

function compareWithExpected(
  checks: readonly CheckOutcome[],
  expected: Readonly<Record<string, DemoVerdict>>,
  err: Context['terminal']['err'],
): ExitCode {
  const found = listVerdictDifferences(checks, expected)
  if (found.length === 0) {
    err.line('7. Compared the results with those that the data of these vendors must give: they are the same.')
    return exitCodes.fine
  }
  err.line(`7. ${err.paint('red', 'The results are not those that the data of these vendors must give:')}`)
  for (const difference of found) err.line(`   - ${difference}`)
  return exitCodes.undecided
}
