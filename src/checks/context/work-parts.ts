import type { UndecidedInput, VendorClient } from '../../define/index.ts'
import type { EngineClient } from '../../http/lists/engine-client.ts'
import type { Reporter } from '../results/reporter.ts'
import type { Calls } from './unanswered-calls.ts'

/** Where the context of some work writes to, and what is allowed in it. */
export interface WorkParts {
  /** Id of a check, or of an inventory. */
  readonly id: string
  readonly writes: boolean
  /** @throws CredentialError `VARIABLE_INVALID` */
  readonly variables: () => Readonly<Record<string, unknown>>
  readonly reporter: Reporter
  readonly calls: Calls
  /** Told of each answer, in the async context of whoever asked. */
  readonly onAnswer: (exchange: number) => void
  /** Takes items of lists that could not be told. @default such items make their list incomplete */
  readonly undecided?: ((input: UndecidedInput) => void) | undefined
  /** Looks at what the vendor answers. @default nobody does */
  readonly watchAnswers?: ((client: EngineClient) => EngineClient) | undefined
  /** Looks at what is asked, before anything else does. @default nobody does */
  readonly watchQuestions?: ((client: VendorClient) => VendorClient) | undefined
}
