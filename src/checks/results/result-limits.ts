// People read titles and texts. A longer text is data, and a shorter form of it belongs into the evidence.
export const titleLengthMax = 500
export const textLengthMax = 10_000
export const evidenceBytesMax = 256 * 1024
export const logMessageLengthMax = 4_000
export const logFieldsBytesMax = 16 * 1024
