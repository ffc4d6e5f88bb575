import { CheckwrightError, createUsageError } from '../../errors/index.ts'
import { loadCrossChecks } from '../../service/commands/connector-file/load-cross-check.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { defaultStore, formatCommand } from '../../service/commands/format-command.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import type { Language } from '../../service/records/appearances.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { demandOrganization, useRuntime } from '../../things/commands/open-runtime.ts'
import { toKeepingOptions } from '../../things/commands/options/keeping-options.ts'
import { createLogger } from '../../things/commands/options/logger.ts'
import type { ServiceOptions } from '../../things/commands/options/service-options.ts'
import { type HostSettings, toHostSettings } from '../../things/commands/settings/host-settings.ts'
import { readLogoFile } from '../../things/commands/settings/read-logo.ts'
import { loadServedConnectors, waitUntilAborted } from '../../things/commands/settings/served-connectors.ts'
import type { AppearanceOptions } from '../../things/parts/appearance-options.ts'
import { createOperatorLink, operator } from '../../things/sign-in/commands/operator-link.ts'
import type { SamplePlace } from '../sample/open-sample.ts'
import { choosePrivateConnections, warnOfUnknownConnections } from './private-connections.ts'
import { warnOfUnkeptEvidence } from './scheduled-evidence.ts'
import { type HttpServer, listen } from './serve-http.ts'
import { useMetrics } from './serve-metrics.ts'

export interface ServeOptions extends GlobalOptions, ServiceOptions, HostSettings {
  readonly host: string
  readonly dailyRuns: boolean
  /** 0: any free port. */
  readonly port: number
  readonly publicUrl?: string | undefined
  /** In place of the store: the sample organization, which is made if it is not there. */
  readonly sample?: boolean | undefined
  /** 'pg-boss' leaves the runs to workers. */
  readonly engine: 'local' | 'pg-boss'
  readonly frameOrigin?: readonly string[] | undefined
  readonly brandName?: string | undefined
  readonly brandColour?: string | undefined
  /** A file. */
  readonly brandLogo?: string | undefined
  readonly language?: Language | undefined
}

/** Service managers wait for 10 to 90 seconds before they kill. */
const graceMs = 8_000

/** Serves the pages and the HTTP API until it is stopped. Requests under way get their answers first. */
export async function runServeCommand(typed: ServeOptions, { terminal, interrupt }: Context): Promise<ExitCode> {
  const sample = typed.sample ? await openServedSample(typed, terminal) : undefined
  const options: ServeOptions = sample === undefined ? typed : { ...typed, store: sample.store }
  const [allowPrivateNetwork, settings] = [choosePrivateConnections(options), toHostSettings(options)]
  const appearance = toAppearance(options)
  const connectors = await loadServedConnectors(options.connector)
  const crossChecks = await loadCrossChecks(options.crossCheck)
  return interrupt.runInterruptibly(async (signal) => {
    const server = await listen({ host: options.host, port: options.port })
    const publicUrl = options.publicUrl ?? server.url
    const { privateConnection, engine, quota: quotas } = options
    const logger = await createLogger(terminal, options.logLevel)
    const use = {
      sample: sample?.sample,
      keys: sample?.keys,
      fetch: sample?.fetch,
      frameOrigins: options.frameOrigin,
      appearance,
      connectors,
      crossChecks,
      publicUrl,
      allowPrivateNetwork,
      logger,
      engine,
      quotas,
      ...toKeepingOptions(options),
      worker: engine === 'local',
      dailyRuns: options.dailyRuns,
      closing: { graceMs, unfinished: 'hand back' },
    } as const
    const answer = (metricsUrl: string | undefined) =>
      useRuntime(options, terminal, use, async (runtime) => {
        await warnOfUnknownConnections(runtime, privateConnection, logger)
        await warnOfUnkeptEvidence(runtime, toKeepingOptions(options).evidence === 'kept', logger)
        const { createHost, SignInLinks } = await import('../host/index.ts')
        const organizationId = await findServedOrganization(() => demandOrganization(runtime, options))
        const session = new SignInLinks(runtime)
        server.answer(createHost({ runtime, logger, session, ...settings }).fetch)
        const signInUrl = organizationId === null ? null : await createOperatorLink(runtime, session, organizationId)
        const organization =
          organizationId === null ? null : ((await runtime.organizations.get(organizationId))?.name ?? organizationId)
        const { url, address } = server
        announceService(
          { url, address, metricsUrl, publicUrl, signInUrl, organizationId, organization },
          options,
          terminal,
        )
        await waitUntilAborted(signal)
        // Before the runtime closes, because answers under way need it.
        await server.close()
      })
    try {
      await useMetrics(options, answer)
    } finally {
      await server.close()
    }
    return exitCodes.fine
  })
}

/** @throws CheckwrightError `CLI_USAGE` where somebody names a store beside it, which would not be opened */
async function openServedSample({ store }: ServeOptions, { err }: Terminal): Promise<SamplePlace> {
  if (store !== defaultStore)
    throw createUsageError('"--sample" has a store of its own. Omit --store and CHECKWRIGHT_STORE.')
  const { openSample, sampleFolder } = await import('../sample/open-sample.ts')
  return openSample(sampleFolder, (line) => err.line(line))
}

/** @throws CheckwrightError `CLI_USAGE` for a logo that cannot be read */
function toAppearance({ brandName: name, brandColour: colour, brandLogo, language }: ServeOptions): AppearanceOptions {
  return { name, colour, language, logo: brandLogo === undefined ? undefined : readLogoFile('--brand-logo', brandLogo) }
}

/** A server is for all organizations, so it also starts if there are several and none is given. */
async function findServedOrganization(demanded: () => Promise<string>): Promise<string | null> {
  try {
    return await demanded()
  } catch (error) {
    if (error instanceof CheckwrightError && error.code === 'CLI_USAGE') return null
    throw error
  }
}

interface Announcement extends Pick<HttpServer, 'address' | 'url'> {
  /** undefined: there are no metrics. */
  readonly metricsUrl: string | undefined
  readonly publicUrl: string
  /** null: there are several organizations, and none was given. */
  readonly signInUrl: string | null
  readonly organizationId: string | null
  /** Its name. */
  readonly organization: string | null
}

function announceService(
  { url, address, metricsUrl, publicUrl, signInUrl, organizationId, organization }: Announcement,
  options: ServeOptions,
  { out }: Terminal,
): void {
  // One line, for the program that waits for it.
  if (options.json) {
    out.line(
      JSON.stringify({
        url,
        metricsUrl,
        signInUrl,
        organizationId,
        organization,
        person: signInUrl === null ? null : operator.name,
      }),
    )
    return
  }
  out.line(`Checkwright listens on ${address}`)
  // A log lasts longer than the ten minutes of the link, but people who read it at once could use the link to sign in. A sample has no
  // secret, and its key is not where other commands look for one.
  if (signInUrl !== null && (out.isTty || options.sample))
    out.line(`  Open it once:     ${signInUrl} (as ${operator.name} of ${organization})`)
  else out.line(`  To sign in:       ${formatCommand(shell`sign-in-link --public-url ${publicUrl}`, options)}`)
  out.line(`  API document      ${publicUrl}/v1/openapi.json`)
  if (metricsUrl !== undefined) out.line(`  Prometheus        ${metricsUrl}/metrics`)
  if (options.sample) {
    out.line('  Remove it:        checkwright demo --remove')
    return
  }
  out.line(`  OAuth redirect    ${publicUrl}/v1/integrations/oauth/callback`)
  out.line(`  Make an API key:  ${formatCommand(shell`api-key create`, options)}`)
}
