/** An answer that somebody wrote, for the next questionnaire that asks the same. */
export interface ManualAnswer {
  readonly id: string
  readonly organizationId: string
  /** Trimmed; one answer a question. */
  readonly question: string
  readonly answer: string
  readonly tags: readonly string[]
  readonly sourceQuestionnaireId: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface ManualAnswerStore {
  /** Inserts, or replaces the answer to the same question of the organization. @returns the id that is kept */
  save(answer: ManualAnswer): Promise<string>
  /** Newest change first. */
  list(filter: {
    readonly organizationId: string
    readonly limit: number
    readonly after?: Pick<ManualAnswer, 'updatedAtMs' | 'id'> | undefined
    /** Only those whose question, answer or tags hold this text, in whatever case. */
    readonly search?: string | undefined
  }): Promise<ManualAnswer[]>
  /** @returns whether the organization had it */
  delete(organizationId: string, id: string): Promise<boolean>
  /** @returns how many there were */
  deleteAll(organizationId: string): Promise<number>
}
