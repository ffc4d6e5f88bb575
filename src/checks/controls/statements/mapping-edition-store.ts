/** Since when a store judges a framework by a mapping. */
export interface MappingEdition {
  /** Id of the framework, without a level. */
  readonly framework: string
  /** Epoch ms; 0: as long as anything is known. */
  readonly fromMs: number
  /** Of the text of the mapping, hexadecimal. */
  readonly sha256: string
}

/** Which mapping of each framework counted when: what is mapped today says nothing about last January. */
export interface MappingEditionStore {
  /** By framework, the oldest first. */
  list(): Promise<readonly MappingEdition[]>
  findText(sha256: string): Promise<string | undefined>
  /** Begins some. One of the same framework and time stays as it is. */
  begin(editions: readonly (MappingEdition & { readonly text: string })[]): Promise<void>
}
