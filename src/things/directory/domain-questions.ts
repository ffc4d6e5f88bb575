import type { DomainAnswer } from '../../crosscheck/people/domain-answer-store.ts'
import { findDomainsProblem, normalizeDomain } from '../../define/index.ts'
import { parseEmailAddress, readDomain } from '../../inventory/email-address.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import type { ViewKeeper, ViewParts } from './keep-view.ts'
import { createDirectoryError } from './source-input.ts'

/** Whether a system may vouch for the addresses of a domain: a question to an admin. */
export interface DomainQuestion {
  readonly connectionId: string
  readonly connectionName: string
  readonly domain: string
  /** How many accounts have an address that somebody in the directory has, and that the vendor has neither verified nor refuted. */
  readonly accounts: number
}

/** Which answer is meant, and who gives it or takes it back, for people. */
export interface DomainAnswerRef extends Pick<DomainAnswer, 'connectionId' | 'domain'> {
  readonly organizationId: string
  readonly actor: string
}

/** Domains for which an admin takes the word of a system. Only pages ask: an answer needs the session of a person. */
export interface DomainQuestionService {
  /** Those without an answer, most accounts first. */
  list(of: { readonly organizationId: string }): Promise<readonly DomainQuestion[]>
  answers(of: { readonly organizationId: string }): Promise<readonly DomainAnswer[]>
  /** @throws CheckwrightError `DIRECTORY_INVALID` where nobody asks that, or not any more; StoreError `NOT_FOUND` */
  answer(input: DomainAnswerRef & { readonly isOurs: boolean }): Promise<DomainAnswer>
  /** From now on the question is open, and no link rests on the domain. @returns false if it had no answer */
  undo(ref: DomainAnswerRef): Promise<boolean>
}

type QuestionParts = ViewParts & Uses<'domainAnswers' | 'signInIssuers' | 'users'>

export function createDomainQuestionService(parts: QuestionParts, keeper: ViewKeeper): Declared<DomainQuestionService> {
  const { store, clock } = parts
  const list = async (organizationId: string) => {
    const { view } = await keeper.open(organizationId)
    return findQuestions(parts, organizationId, await keeper.openHead(view))
  }
  return {
    list: {
      read: ({ organizationId }) => list(organizationId),
      audit: {
        action: 'people.read',
        organization: ({ organizationId }) => organizationId,
        target: () => null,
        fields: () => ({ domains: true }),
      },
    },
    answers: { read: ({ organizationId }) => store.domainAnswers.list(organizationId) },
    answer: {
      change: async ({ organizationId, connectionId, domain, isOurs, actor }) => {
        requireFound(await store.connections.find(connectionId, organizationId), 'connection of that id')
        // Asked again: anybody can send any domain.
        const question = (await list(organizationId)).find(
          (each) => each.connectionId === connectionId && each.domain === domain,
        )
        if (!question)
          throw createDirectoryError(
            'Nobody asks about that domain and connection now. Open the list of people again, and answer what is asked there.',
          )
        const answer = { connectionId, domain, isOurs, answeredBy: actor, answeredAtMs: clock.nowMs() }
        await store.domainAnswers.put(organizationId, answer)
        return answer
      },
      audit: {
        action: 'directory.update',
        fields: ({ actor: _, ...input }) => input,
        target: (_done, { connectionId }) => connectionId,
      },
    },
    undo: {
      change: async ({ organizationId, actor, ...of }) => {
        requireFound(await store.connections.find(of.connectionId, organizationId), 'connection of that id')
        return store.domainAnswers.delete(organizationId, of, { atMs: clock.nowMs(), by: actor })
      },
      audit: {
        action: 'directory.update',
        fields: ({ actor: _, ...input }) => input,
        target: (_done, { connectionId }) => connectionId,
        status: (isDone) => (isDone ? 200 : 404),
      },
    },
  }
}

/** That a list of a vendor's has a domain says nothing of whose it is: anybody enters any address there. */
async function findQuestions(
  parts: QuestionParts,
  organizationId: string,
  { domains, systems }: Awaited<ReturnType<ViewKeeper['openHead']>>,
): Promise<readonly DomainQuestion[]> {
  const { store } = parts
  const possible = domains.filter(({ domain }) => findDomainsProblem([domain]) === undefined)
  if (possible.length === 0) return []
  const [answers, used, proven] = await Promise.all([
    store.domainAnswers.list(organizationId),
    store.domainAnswers.listUsedElsewhere(organizationId, [...new Set(possible.map(({ domain }) => domain))]),
    possible.every(({ isOfSource }) => isOfSource) ? new Set<string>() : listSignedInDomains(parts, organizationId),
  ])
  const known = new Set(answers.map(({ connectionId, domain }) => `${connectionId} ${domain}`))
  return possible.flatMap(({ connectionId, domain, accounts, isOfSource }) => {
    if (known.has(`${connectionId} ${domain}`) || used.includes(domain)) return []
    if (!isOfSource && !proven.has(domain)) return []
    const connectionName = systems.find((system) => system.connectionId === connectionId)?.name ?? connectionId
    return [{ connectionId, connectionName, domain, accounts }]
  })
}

/** One person may have an address by mistake. */
const peopleNeeded = 2

/** Domains of which at least two people have signed in by an issuer that an operator trusts with them. */
async function listSignedInDomains({ store }: QuestionParts, organizationId: string): Promise<ReadonlySet<string>> {
  const issuers = await store.signInIssuers.list(organizationId)
  const trusted = new Map(issuers.map(({ id, domains }) => [id, new Set(domains.map(normalizeDomain))]))
  const identities = await store.signInIssuers.listIdentities(organizationId)
  const users = new Map((await store.users.list(organizationId)).map((user) => [user.id, user]))
  const people = new Map<string, Set<string>>()
  for (const { issuerId, userId } of identities) {
    const user = users.get(userId)
    const address = user?.deactivated === true ? undefined : parseEmailAddress(user?.email)
    const domain = address && readDomain(address)
    if (domain !== undefined && trusted.get(issuerId)?.has(domain))
      people.set(domain, (people.get(domain) ?? new Set()).add(userId))
  }
  return new Set([...people].flatMap(([domain, { size }]) => (size >= peopleNeeded ? domain : [])))
}
