import type { AnyConnector, CheckOutcome } from '../../define/index.ts'
import type { CheckWays } from '../../report/connector-page/ways-section.ts'

/** Characters of an answer that somebody pastes. A form of 512 KiB holds as many, whatever they are. */
export const pastedLengthMax = 50_000
/** Lists and objects in each other. Answers of vendors have less than ten. */
export const pastedDepthMax = 100

/** What pages ask about the judgements of a connector. */
export interface JudgementTrials {
  /** The cases that its witnesses have, by the id of the check. Empty where it has no witnesses. */
  loadWays(connector: AnyConnector): Promise<ReadonlyMap<string, CheckWays>>
  /** Answers in the worlds of its witnesses that a check reads, as JSON. Empty where it has no witnesses. */
  listAnswers(connector: AnyConnector, check: string): Promise<readonly ReplaceableAnswer[]>
  /**
   * What a check says if one answer of a world is another. Bounded in time and memory, without network, and nothing of it is stored.
   * @param asked.json text of the answer, which is JSON
   * @throws ApiError `API_RATE_LIMITED` while others of the organization are tried; `NOT_FOUND` if the connector's file was edited
   */
  tryAnswer(
    connector: AnyConnector,
    asked: {
      readonly organizationId: string
      readonly check: string
      readonly answer: ReplaceableAnswer
      readonly json: string
    },
  ): Promise<AnswerTrial>
}

/** One answer of a world. */
export interface ReplaceableAnswer {
  /** The same as long as the world is. */
  readonly id: string
  readonly world: string
  /** `GET /v1/keys?page=1` */
  readonly request: string
  readonly json: string
}

export interface AnswerTrial extends Pick<CheckOutcome, 'status' | 'error' | 'results' | 'undecided'> {
  /** It was ended, because it needed too much time or memory. */
  readonly isEnded: boolean
  /** When the world says that it is. Undefined for one that was ended with its process. */
  readonly atMs: number | undefined
  /** Requests that the check made then, and to which the world has no answer. */
  readonly missing: readonly string[]
  /** Witnesses whose answers are most alike, the nearest first. */
  readonly near: readonly NearWitness[]
}

/** A case whose answer is like the one that was pasted. */
export interface NearWitness {
  readonly id: string
  readonly way: string
  /** What is right in it: a word for all resources, or resources by their verdict. */
  readonly expected: readonly { readonly verdict: string; readonly resources: readonly string[] }[]
  readonly says: string
  readonly url: string
  /** Places at which the answers differ: `keys[*].rotated`. None if they are the same. */
  readonly differsIn: readonly string[]
}
