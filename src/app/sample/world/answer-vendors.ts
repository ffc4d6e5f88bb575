import { answerBambooHr } from './bamboohr.ts'
import { company } from './company.ts'
import { answerDigitalOcean } from './digitalocean.ts'
import { answerGitLab } from './gitlab.ts'
import { answerJumpCloud } from './jumpcloud.ts'
import { answerSentry } from './sentry.ts'
import type { AnswerRequest } from './vendor-day.ts'

const hosts: Readonly<Record<string, AnswerRequest>> = {
  [`${company.slug}.bamboohr.com`]: answerBambooHr,
  'console.jumpcloud.com': answerJumpCloud,
  'gitlab.com': answerGitLab,
  'api.digitalocean.com': answerDigitalOcean,
  'us.sentry.io': answerSentry,
}

const dayMs = 86_400_000

/**
 * The sample's vendors, in place of the network: no request leaves this process, and a host that is none of them does not answer.
 * @param startMs when the first day of the sample began, epoch ms
 */
export function createSampleFetch(startMs: number, clock: { nowMs(): number }): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const nowMs = clock.nowMs()
    const answer = hosts[url.hostname]?.({
      method: request.method,
      url,
      nowMs,
      day: Math.floor((nowMs - startMs) / dayMs),
    })
    if (!answer) throw new TypeError(`fetch failed: ${url.hostname} is no vendor of the sample`)
    const { status = 200, json, headers = {} } = answer
    return Response.json(json, { status, headers: { date: new Date(nowMs).toUTCString(), ...headers } })
  }
}
