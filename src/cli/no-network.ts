import { Socket } from 'node:net'

/**
 * Keeps this process off the network while something runs: what a check reaches beside its context, by `fetch`, a vendor's
 * SDK or a library of its own, fails and shows, instead of answering here and not elsewhere.
 */
export async function withoutNetwork<T>(work: () => Promise<T>): Promise<T> {
  const { connect } = Socket.prototype
  Socket.prototype.connect = () => {
    throw new Error('A recorded check reached for the network. Ask by ctx, which is answered from the recording.')
  }
  try {
    return await work()
  } finally {
    Socket.prototype.connect = connect
  }
}
