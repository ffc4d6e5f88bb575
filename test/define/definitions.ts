import { type AnyConnector, defineConnector, isConnector } from '../../src/define/index.ts'
import { DefinitionError, type Problem } from '../../src/errors/index.ts'

type Members = Readonly<Record<string, unknown>>

/** A small, right definition that signs in by API key. */
export function withApiKey(members: Members = {}, config: Members = {}): Members {
  return withAuth({ type: 'api_key', config: { in: 'header', name: 'X-Api-Key', ...config } }, members)
}

export function withOAuth2(config: Members = {}, members: Members = {}): Members {
  const needed = {
    authorizeUrl: 'https://acme.example/authorize',
    tokenUrl: 'https://acme.example/token',
    scopes: ['users:read'],
  }
  return withAuth({ type: 'oauth2', config: { ...needed, ...config } }, members)
}

export function withAuth(auth: unknown, members: Members = {}): Members {
  return { id: 'acme', name: 'Acme', baseUrl: 'https://api.acme.example', auth, ...members }
}

/** Defines what the compiler would refuse, as a JavaScript author or a JSON file does. */
export function define(definition: unknown, hooks?: unknown): AnyConnector {
  const connector: unknown = Reflect.apply(defineConnector, undefined, [definition, hooks])
  if (!isConnector(connector)) throw new TypeError('defineConnector() gave no connector')
  return connector
}

/** What is wrong with a definition, each as `path: message`; nothing when it is right. */
export function mistakesIn(definition: unknown, hooks?: unknown): string[] {
  return mistakesOf(() => define(definition, hooks))
}

/** What a call refuses, each as `path: message`. */
export function mistakesOf(call: () => unknown): string[] {
  return problemsOf(call).map(({ path, message }) => `${path}: ${message}`)
}

export function problemsOf(call: () => unknown): readonly Problem[] {
  try {
    call()
    return []
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems
    throw error
  }
}
