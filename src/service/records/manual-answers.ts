/** An answer that a person wrote, for later questionnaires with the same question. */
export interface ManualAnswer {
  readonly id: string
  readonly organizationId: string
  /** Trimmed; each question has one answer. */
  readonly question: string
  readonly answer: string
  readonly tags: readonly string[]
  readonly sourceQuestionnaireId: string | null
  /** The person who takes care of it, if anybody does. */
  readonly ownerId: string | null
  /** Last day on which it may be proposed: `2026-12-31`. null: it has none. */
  readonly expiresDay: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Whether its last day is over. It is then neither proposed nor shown to strangers. */
export function isAnswerExpired({ expiresDay }: Pick<ManualAnswer, 'expiresDay'>, today: string): boolean {
  return expiresDay !== null && expiresDay < today
}

/** What an answer was from a time on. */
export interface AnswerVersion {
  readonly atMs: number
  readonly changedBy: string | null
  readonly values: Pick<ManualAnswer, 'question' | 'answer' | 'tags' | 'ownerId' | 'expiresDay'>
}

export interface ManualAnswerStore {
  /**
   * Inserts, or replaces the answer to the same question of the organization.
   * @param userId who does it; @default nobody knows
   * @returns the stored id
   */
  save(answer: ManualAnswer, userId?: string | null): Promise<string>
  /** The same with many: all of them, or none. @returns the stored ids, in order */
  saveAll(answers: readonly ManualAnswer[], userId: string | null): Promise<readonly string[]>
  /**
   * Replaces an answer, whose question may be another one then. What names it goes on to name it.
   * @returns whether the organization has it
   * @throws StoreError `STORE_CONFLICT` if another answer has the question
   */
  change(answer: ManualAnswer, userId: string | null): Promise<boolean>
  /** What an answer was, the oldest first. */
  versions(organizationId: string, id: string): Promise<readonly AnswerVersion[]>
  /** Newest change first. */
  list(filter: {
    readonly organizationId: string
    readonly limit: number
    readonly after?: Pick<ManualAnswer, 'updatedAtMs' | 'id'> | undefined
    /** Only those with this text in their question, answer or tags, ignoring case. */
    readonly search?: string | undefined
    /** Only those with all of these words, or words that begin like them, by the full text of the database. */
    readonly words?: readonly string[] | undefined
  }): Promise<ManualAnswer[]>
  find(organizationId: string, id: string): Promise<ManualAnswer | undefined>
  /** Those that there are, in the order of the ids. */
  findAll(organizationId: string, ids: readonly string[]): Promise<readonly ManualAnswer[]>
  /** The answer to exactly this question. */
  findByQuestion(organizationId: string, question: string): Promise<ManualAnswer | undefined>
  /** @returns whether the organization had it */
  delete(organizationId: string, id: string): Promise<boolean>
  /** @returns how many were deleted */
  deleteAll(organizationId: string): Promise<number>
}
