import { inspect } from 'node:util'
import type { TokenRequestOptions } from '../../../src/auth/oauth/token-request.ts'
import {
  type ConnectorDefinition,
  collectPatterns,
  type Fillings,
  listCustomSettings,
  type OAuth2Config,
  toTokenName,
} from '../../../src/define/index.ts'

/** A connector with the given options over the least that oauth2 needs. */
export function createAcme(
  config: Partial<OAuth2Config> = {},
  more: Partial<ConnectorDefinition> = {},
): ConnectorDefinition {
  const least = {
    authorizeUrl: 'https://acme.example/authorize',
    tokenUrl: 'https://acme.example/token',
    scopes: ['users:read', 'groups:read'],
  }
  return {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    ...more,
    auth: { type: 'oauth2', config: { ...least, ...config } as OAuth2Config },
  }
}

/** Values for placeholders, settings by id and by token. */
export function createFillings(
  definition: ConnectorDefinition,
  credentials: Readonly<Record<string, unknown>> = {},
  settings: Readonly<Record<string, string>> = {},
): Fillings {
  const byToken = listCustomSettings(definition).map((setting) => [toTokenName(setting), settings[setting.id]])
  return {
    values: { ...Object.fromEntries(byToken), ...settings, ...credentials },
    patterns: collectPatterns(definition),
  }
}

/** Secrets that occur nowhere else, so that one found anywhere was leaked. */
export const canary = {
  clientSecret: 'canary-client-secret-7f3a',
  code: 'canary-code-51c0d2',
  codeVerifier: 'canary-verifier-4b1e90aa77c2d3e4f5061728394a5b6c7d8e',
  refreshToken: 'canary-old-refresh-19ab',
  access: 'canary-access-token-c0ffee',
  refresh: 'canary-new-refresh-beef42',
}

export const nowMs = Date.parse('2026-05-01T12:00:00Z')

export const redirectUri = 'https://app.example/oauth/callback?tenant=7'

/** The parts of every token request, over a real fetch. */
export function requestOptions(definition: ConnectorDefinition): TokenRequestOptions {
  return {
    definition,
    app: { clientId: 'acme-app', clientSecret: canary.clientSecret },
    credentials: {},
    settings: {},
    fillings: createFillings(definition),
    fetch,
    clock: { nowMs: () => nowMs },
  }
}

/** Secrets that can be found in a thrown value: in any member, cause or stack, in any encoding that one meets. */
export function findLeaks(thrown: unknown): string[] {
  const own = thrown instanceof Error ? [thrown.message, thrown.stack, String(thrown)] : []
  const text = [inspect(thrown, { depth: 10, showHidden: true }), JSON.stringify(thrown), ...own].join('\n')
  return Object.entries(canary).flatMap(([name, secret]) => {
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
      Buffer.from(`acme-app:${secret}`).toString('base64'),
    ]
    return forms.some((form) => text.includes(form)) ? [name] : []
  })
}
