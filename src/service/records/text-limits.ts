/** Characters of texts that people write, for the schemas of the API, the rules of a thing and the fields of its forms. */

/** A name that people give to something, such as an API key. */
export const nameLengthMax = 100
/** What something is about, in a line, and the full name of a company, a person or a document. */
export const titleLengthMax = 200
export const searchLengthMax = 200
export const commentLengthMax = 2_000
/** Why somebody decided so about an account or the day of a finding. */
export const reasonLengthMax = 2_000
/** An address as SMTP takes it (RFC 5321 §4.5.3.1.3). */
export const emailLengthMax = 254
