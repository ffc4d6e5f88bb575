/** The operator that compares a column with a value that may be null: to SQL, nothing is equal to null. */
export function chooseNullOperator(value: string | null): '=' | 'is' {
  return value === null ? 'is' : '='
}
