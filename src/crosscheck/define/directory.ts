/** Where people come from, in order: the first source that covers a person decides. */
export interface DirectorySource {
  readonly connectionId: string
  readonly covers: 'employees' | 'contractors' | 'both'
  /** An identity provider whose people are its accounts: equal ids are the same person. @default false */
  readonly accountsArePeople?: boolean | undefined
}

/** Since when somebody is gone whose end the directory does not say. */
export interface Departure {
  readonly personId: string
  /** When the first reading began that was complete and without them, or that says that they left. ISO 8601. */
  readonly since: string
}

/** Who belongs to the organization. */
export interface Directory {
  readonly sources: readonly DirectorySource[]
  readonly departures: readonly Departure[]
}
