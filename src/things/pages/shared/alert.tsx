interface AlertProps {
  /** undefined: there is no alert. */
  readonly says: string | undefined
  /** For the fields that it is about. */
  readonly id?: string | undefined
}

/** Tells what is wrong with what a person entered, above the form, which keeps it. */
export function Alert({ says, id }: AlertProps) {
  if (says === undefined) return null
  return (
    <div class="alert" role="alert">
      <p id={id}>{says}</p>
    </div>
  )
}
