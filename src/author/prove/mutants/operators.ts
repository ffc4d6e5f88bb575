/**
 * Version of the deliberate mistakes. A proof that was made with another one is made anew: raise it when the mistakes in a check become
 * others, as a test tells.
 */
export const operatorsVersion = 1
