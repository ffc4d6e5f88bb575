import { CheckwrightError } from '../../../errors/index.ts'
import type { OrganizationQuotas } from '../../../runtime/quotas.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { type KeepingOptions, toKeepingOptions } from '../../keeping-options.ts'
import { demandOrganization, useRuntime } from '../../open-runtime.ts'
import { createLogger, type LogLevel } from '../../output/logger.ts'
import type { Terminal } from '../../output/terminal.ts'
import { createOperatorLink } from '../../serving/operator-link.ts'
import { warnOfUnknownConnections } from '../../serving/private-connections.ts'
import { listen } from '../../serving/serve-http.ts'
import { loadServedConnectors, waitUntilAborted } from '../../serving/served-connectors.ts'

export interface ServeOptions extends GlobalOptions, KeepingOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly publicUrl?: string | undefined
  readonly trustedProxy?: readonly string[] | undefined
  /** Files of connectors beside the shipped ones. */
  readonly connector?: readonly string[] | undefined
  readonly allowPrivateNetwork?: boolean | undefined
  readonly quota?: OrganizationQuotas | undefined
  /** Ids of connections that may reach private addresses. */
  readonly privateConnection?: readonly string[] | undefined
  readonly logLevel: LogLevel
  /** 'pg-boss' leaves the runs to workers. */
  readonly engine: 'local' | 'pg-boss'
}

/** Service managers wait for 10 to 90 seconds before they kill. */
const graceMs = 8_000

/** Serves the pages and the HTTP API until it is stopped. Requests under way get their answers first. */
export async function runServeCommand(options: ServeOptions, { terminal, interrupt }: Context): Promise<ExitCode> {
  const connectors = await loadServedConnectors(options.connector)
  return interrupt.runInterruptibly(async (signal) => {
    const server = await listen({ host: options.host, port: options.port })
    try {
      const publicUrl = options.publicUrl ?? server.url
      const { privateConnection, allowPrivateNetwork = privateConnection, engine, quota: quotas } = options
      const logger = await createLogger(terminal, options.logLevel)
      const use = {
        ...{ connectors, publicUrl, allowPrivateNetwork, logger, engine, quotas, ...toKeepingOptions(options) },
        worker: engine === 'local',
        closing: { graceMs, unfinished: 'hand back' },
      } as const
      await useRuntime(options, terminal, use, async (runtime) => {
        await warnOfUnknownConnections(runtime, privateConnection, logger)
        const { createHost, SignInLinks } = await import('../../../web/index.ts')
        const organizationId = await findServedOrganization(() => demandOrganization(runtime, options))
        const trustedProxies = options.trustedProxy
        const session = new SignInLinks(runtime)
        server.answer(createHost({ runtime, trustedProxies, logger, session }).fetch)
        const signInUrl = organizationId === null ? null : await createOperatorLink(runtime, session, organizationId)
        announceService({ url: server.url, publicUrl, signInUrl, organizationId }, options, terminal)
        await waitUntilAborted(signal)
        // Before the runtime closes, because answers under way need it.
        await server.close()
      })
    } finally {
      await server.close()
    }
    return exitCodes.fine
  })
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

interface Announcement {
  readonly url: string
  readonly publicUrl: string
  /** null: there are several organizations, and none was given. */
  readonly signInUrl: string | null
  readonly organizationId: string | null
}

function announceService(
  { url, publicUrl, signInUrl, organizationId }: Announcement,
  { json }: ServeOptions,
  { out }: Terminal,
): void {
  // One line, for the program that waits for it.
  if (json) {
    out.line(JSON.stringify({ url, signInUrl, organizationId }))
    return
  }
  out.line(`Checkwright listens on ${url}`)
  // A log lasts longer than the ten minutes of the link, but people who read it at once could use the link to sign in.
  if (signInUrl !== null && out.isTty) out.line(`  Open it once:     ${signInUrl}`)
  else out.line(`  To sign in:       checkwright sign-in-link --public-url ${publicUrl}`)
  out.line(`  API document      ${publicUrl}/v1/openapi.json`)
  out.line(`  OAuth redirect    ${publicUrl}/v1/integrations/oauth/callback`)
  out.line('  Make an API key:  checkwright api-key create')
}
