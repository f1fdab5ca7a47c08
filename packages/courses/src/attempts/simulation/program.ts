import type { AnswerAnswer } from '../schema.ts'
import { SimulatedDevices } from './devices.ts'
import {
  openMemoryServer,
  optionName,
  QUESTIONS,
  questionName,
  type ServerReply,
  type ServerRequest,
} from './memory-server.ts'
import { expectedAnswer, type ReceivedClick, receive } from './reference-model.ts'

export const stepKinds = [
  ...(['click', 'send', 'look', 'deliver', 'drop', 'duplicate'] as const),
  ...(['crash', 'wipe', 'copy', 'grade', 'clock'] as const),
] as const

/** A step; `at` picks one of what there is. */
export type Step = {
  readonly kind: (typeof stepKinds)[number]
  readonly device: number
  readonly at: number
  readonly option: number
}

type Message =
  | { readonly to: 'server'; readonly device: number; readonly request: ServerRequest }
  | {
      readonly to: 'device'
      readonly device: number
      readonly request: ServerRequest
      readonly reply: ServerReply
    }

const places = Array.from({ length: QUESTIONS }, (_, at) => at)

/**
 * A server, some devices and the network between them as one program of single steps. After each receipt the server's
 * answers are those of the reference model.
 */
export class Program {
  readonly server = openMemoryServer()
  /** Everything that reached the server, in order. */
  readonly requests: ServerRequest[] = []
  private readonly devices = new SimulatedDevices()
  private network: Message[] = []
  private received: readonly ReceivedClick[] = []
  /** Wrong on purpose. Nothing reads it: the protocol knows no time. */
  private readonly clocks: number[] = []

  /** @throws Error naming the rule that does not hold */
  step({ kind, device, at, option }: Step): void {
    const place = this.network.length === 0 ? 0 : at % this.network.length
    if (kind === 'click') this.devices.click(device, at, option)
    // Now and then out of their order, as another program might.
    if (kind === 'send') this.send(device, this.devices.waiting(device, option === 2 ? at : 0))
    if (kind === 'look') this.send(device, { kind: 'read' })
    if (kind === 'grade') this.send(device, this.devices.grading(device))
    if (kind === 'deliver') this.deliver(place)
    if (kind === 'drop') this.network.splice(place, 1)
    if (kind === 'duplicate') this.network.push(...this.network.slice(place, place + 1))
    // What was on its way to a browser that crashed finds nobody.
    if (kind === 'crash')
      this.network = this.network.filter((message) => message.to === 'server' || message.device !== device)
    if (kind === 'wipe') this.devices.wipe(device)
    if (kind === 'copy') this.devices.copy(device, at)
    if (kind === 'clock') this.clocks[device] = (at - 16) * 86_400_000
  }

  private send(device: number, request: ServerRequest | undefined): void {
    if (request) this.network.push({ to: 'server', device, request })
  }

  private deliver(place: number): void {
    const [message] = this.network.splice(place, 1)
    if (!message) return
    const { device, request } = message
    if (message.to === 'device') this.devices.hear(device, request, message.reply)
    else this.network.push({ to: 'device', device, request, reply: this.serve(request) })
  }

  private serve(request: ServerRequest): ServerReply {
    this.requests.push(request)
    const wasGraded = this.server.isGraded()
    const reply = this.server.handle(request)
    if (request.kind === 'click' && !wasGraded && reply.kind === 'answer')
      this.received = receive(this.received, request.click)
    for (const at of places) this.check(this.server.answerOf(questionName(at)))
    return reply
  }

  private check({ questionId, selectedAnswer, conflict }: AnswerAnswer): void {
    const expected = expectedAnswer(this.received, questionId)
    const isSame =
      selectedAnswer === expected.selectedAnswer &&
      conflict.length === expected.conflict.length &&
      conflict.every((option) => expected.conflict.includes(option))
    if (!isSame)
      throw new Error(`${questionId} is ${selectedAnswer} [${conflict}], not ${JSON.stringify(expected)}`)
  }

  /**
   * The network works from now on: everything is sent, every conflict decided, and the attempt graded.
   * @throws Error naming the rule that does not hold
   */
  finish(): void {
    this.network = []
    this.drain()
    this.devices.requireSettled(this.received)
    this.decide()
    const { kind } = this.serve(this.devices.grading(0))
    // A device whose last click came too late is told so: what was counted is graded all the same.
    if (kind !== 'attempt' && kind !== 'graded') throw new Error(`Not graded: ${kind}`)
    const right = places.filter(
      (at) => expectedAnswer(this.received, questionName(at)).selectedAnswer === optionName(0),
    )
    if (this.server.score() !== right.length)
      throw new Error(`The score is ${this.server.score()}, not ${right.length}`)
  }

  private drain(): void {
    for (let rounds = 0; this.devices.hasWaiting(); rounds += 1) {
      if (rounds > 10_000) throw new Error('The queues do not become empty')
      for (let device = 0; device < 3; device += 1) {
        const request = this.devices.waiting(device)
        if (request) this.devices.hear(device, request, this.serve(request))
      }
    }
  }

  /**
   * The learner is asked on the first device, which sees both answers, and chooses. Where its profile is a copy, the
   * other one may have used its next numbers for the same clicks: then the learner is asked again.
   */
  private decide(): void {
    for (const at of places) {
      const asks = () => this.server.answerOf(questionName(at)).conflict.length > 0
      for (let asked = 0; asks() && !this.server.isGraded(); asked += 1) {
        if (asked > 50) throw new Error(`${questionName(at)} still asks after the learner chose`)
        this.devices.hear(0, { kind: 'read' }, this.serve({ kind: 'read' }))
        this.devices.click(0, at, 0)
        this.drain()
      }
    }
  }
}
