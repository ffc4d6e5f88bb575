const evidenceLengthMax = 20_000

/** The evidence of a result for a format that other tools read as a whole. */
export function clipEvidence(text: string): string {
  return text.length <= evidenceLengthMax
    ? text
    : `${text.slice(0, evidenceLengthMax).toWellFormed()}… (run.json has all of it)`
}
