import { ok } from 'node:assert/strict'
import type { Rule } from './rule.ts'

/** Rules about sessions that a connector begins by itself. */
export const sessionRules: readonly Rule[] = [
  {
    id: 'logout',
    title: 'a session that the connector ends is ended once after every run, also after one that failed',
    run: async (stage) => {
      if (!stage.connector.hooks.logout) return
      const performances = [
        await stage.perform(),
        await stage.perform({ of: 'checks', respond: () => new Response('{"message":"no"}', { status: 503 }) }),
      ]
      for (const { logins, logouts, result } of performances) {
        if (logins === 0) continue
        ok(logouts === 1, `The run that ended as ${result.status} logged in, and logged out ${logouts} times.`)
      }
    },
  },
]
