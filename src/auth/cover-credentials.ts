import { inspect } from 'node:util'

/**
 * The values for code of a connector. What prints them, as `console.log(ctx)` does, shows their ids alone: a program of one's own
 * redacts nothing that it prints.
 */
export function coverCredentials<T extends object>(values: T): T {
  const shown = Object.fromEntries(Object.keys(values).map((id) => [id, '[hidden]']))
  return Object.defineProperty({ ...values }, inspect.custom, { value: () => shown })
}
