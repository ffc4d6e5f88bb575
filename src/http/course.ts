import type { Authorization } from '../auth/authorizer.ts'
import type { Hop } from './hop.ts'
import type { Origins } from './origins.ts'
import { readMethods } from './redirects.ts'
import { Retries } from './retries.ts'

/** Where a request is on its way to a final answer: which hop, which attempt, and whether it may carry credentials. */
export class Course {
  readonly #origins: Origins
  readonly #mayRetry: boolean | undefined
  readonly #random: () => number
  #retries: Retries | undefined
  #hop: Hop
  #isOwn: boolean
  /** Redirects that were followed. */
  hops = 0
  /** Whether an answer on the way set a cookie. */
  hasCookie = false
  /** From 1, at this hop. */
  attempt = 1
  /** How often the authorization was renewed for this hop. */
  renewals = 0
  /** Whether it obtains or renews the authorization, so that an error is that of the login. */
  isSigningIn = false
  /** What the last attempt carried; undefined if it carried no credentials. */
  used: Authorization | undefined

  /**
   * @param mayRetry whether it may be sent twice @default by its method
   * @param random uniform in [0, 1)
   */
  constructor(first: Hop, origins: Origins, mayRetry: boolean | undefined, random: () => number) {
    this.#hop = first
    this.#origins = origins
    this.#isOwn = origins.allows(first.url)
    this.#mayRetry = mayRetry
    this.#random = random
  }

  get hop(): Hop {
    return this.#hop
  }

  /** Whether the hop may carry credentials: all hops so far lead to the connector's own hosts. */
  get isOwn(): boolean {
    return this.#isOwn
  }

  /** Made when the first attempt was not enough, as it mostly is. */
  get retries(): Retries {
    this.#retries ??= new Retries(this.#mayRetry ?? readMethods.has(this.#hop.method), this.#random)
    return this.#retries
  }

  redirect(next: Hop): void {
    this.#hop = next
    // An outside host that redirects back would choose a request that gets credentials.
    this.#isOwn &&= this.#origins.allows(next.url)
    this.#retries = undefined
    this.hops++
    this.attempt = 1
    this.renewals = 0
  }
}
