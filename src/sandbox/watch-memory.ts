import { workerData } from 'node:worker_threads'

/** The program of the thread that ends its process when all of its memory passes the limit: Node.js limits the heap alone. */

const watchEveryMs = 20
const bytesMax = workerData as number

setInterval(() => {
  if (process.memoryUsage.rss() > bytesMax) process.kill(process.pid, 'SIGKILL')
}, watchEveryMs)
