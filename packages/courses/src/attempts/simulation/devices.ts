import {
  type AnswerQueue,
  addClick,
  learnAnswers,
  newQueue,
  refuseClick,
  renameDevice,
  settleClick,
  viewAnswer,
  type WaitingClick,
} from '../answer-queue.ts'
import { optionName, questionName, type ServerReply, type ServerRequest } from './memory-server.ts'
import type { ReceivedClick } from './reference-model.ts'

const DEVICES = 3

/** A click that a learner made, with the name of its device and the number it will be sent under. */
type Made = { readonly device: string } & Omit<WaitingClick, 'seen'>

/** The browsers of one learner: what each has stored, which is all that outlives a crash. */
export class SimulatedDevices {
  private names = 0
  private readonly stored: AnswerQueue[] = Array.from({ length: DEVICES }, () => this.fresh())
  /** Every click that was made, but those that a lost storage took with it. */
  private made: Made[] = []

  private fresh(): AnswerQueue {
    return newQueue({ attemptId: 'attempt', userId: 'learner', device: `device ${this.names++}` })
  }

  private queueOf(device: number): AnswerQueue {
    return this.stored[device] ?? this.fresh()
  }

  hasWaiting(): boolean {
    return this.stored.some(({ waiting }) => waiting.length > 0)
  }

  click(device: number, question: number, option: number): void {
    const questionId = questionName(question)
    const { revision: seen } = viewAnswer(this.queueOf(device), questionId)
    const after = addClick(this.queueOf(device), { questionId, optionId: optionName(option), seen })
    this.stored[device] = after
    this.made.push({
      device: after.device,
      number: after.lastNumber,
      questionId,
      optionId: optionName(option),
    })
  }

  /** What the browser sends next: the first. Another program may send any of them. */
  waiting(device: number, place = 0): ServerRequest | undefined {
    const { waiting, device: name, attemptId } = this.queueOf(device)
    const click = waiting[place % Math.max(1, waiting.length)]
    return click && { kind: 'click', click: { attemptId, device: name, ...click } }
  }

  /** A browser grades once nothing waits; here one asks at any time, as a program might. */
  grading(device: number): ServerRequest {
    const { device: name, lastNumber: number } = this.queueOf(device)
    return { kind: 'grade', device: name, number }
  }

  /** What the browser does with an answer of the server. */
  hear(device: number, request: ServerRequest, reply: ServerReply): void {
    const queue = this.queueOf(device)
    if (reply.kind === 'attempt') this.store(device, learnAnswers(queue, reply.answers))
    if (request.kind !== 'click' || request.click.device !== queue.device) return
    const { click } = request
    if (reply.kind === 'answer') this.store(device, settleClick(queue, click, reply.answer))
    if (reply.kind === 'graded') this.stored[device] = refuseClick(queue, click, 'graded')
    if (reply.kind === 'number used') this.rename(device)
  }

  /** @throws Error when the browser forgets what it had heard, because it heard something older later */
  private store(device: number, queue: AnswerQueue): void {
    for (const [questionId, { revision }] of Object.entries(this.queueOf(device).known))
      if ((queue.known[questionId]?.revision ?? 0) < revision)
        throw new Error(`Device ${device} went back to an older answer of ${questionId}`)
    this.stored[device] = queue
  }

  private rename(device: number): void {
    const queue = this.queueOf(device)
    const renamed = renameDevice(queue, `device ${this.names++}`)
    this.forget({ ...queue, refused: [] })
    this.stored[device] = renamed
    for (const { number, questionId, optionId } of renamed.waiting)
      this.made.push({ device: renamed.device, number, questionId, optionId })
  }

  /** The storage is gone, and with it what was not sent and what was said of it. */
  wipe(device: number): void {
    this.forget(this.queueOf(device))
    this.stored[device] = this.fresh()
  }

  /** A profile copied to another computer: both use one name and go on with the same numbers. */
  copy(device: number, from: number): void {
    this.forget(this.queueOf(device))
    this.stored[device] = this.queueOf(from % DEVICES)
  }

  private forget({ device, waiting, refused }: AnswerQueue): void {
    const isWaiting = (click: Made) =>
      click.device === device && waiting.some(({ number }) => number === click.number)
    this.made = this.made.filter((click) => !isWaiting(click) && !refused.some((one) => isSame(one, click)))
  }

  /** @throws Error unless each click was received, or its browser knows that it was refused */
  requireSettled(received: readonly ReceivedClick[]): void {
    for (const click of this.made) {
      const isIn = received.some((one) => one.device === click.device && isSame(one, click))
      const isRefused = this.stored.some(({ refused }) => refused.some((one) => isSame(one, click)))
      if (!isIn && !isRefused) throw new Error(`Click ${click.number} of ${click.device} is lost`)
    }
  }
}

/** By what they say; a browser that was told of a refusal may have another name by then. */
const isSame = (one: Omit<WaitingClick, 'seen'>, other: Omit<WaitingClick, 'seen'>): boolean =>
  one.number === other.number && one.questionId === other.questionId && one.optionId === other.optionId
