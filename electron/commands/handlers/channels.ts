import { ok } from '#shared/base/result';
import type { Handler } from '../context';

export const sendToChannel: Handler<'send_to_channel'> = ({ channels }, input) => {
  const sent = channels.send(input.channel, input.message);
  return sent.ok ? ok({ channel: input.channel, bytes: sent.value }) : sent;
};

export const sendChannelMessage: Handler<'send_channel_message'> = ({ channels }, { channel, message }) => {
  const taken = channels.receive(channel, message);
  return taken.ok ? ok({ channel, receivers: [...taken.value] }) : taken;
};

export const listChannels: Handler<'list_channels'> = ({ channels }) => {
  const { enabled, folder, inputs, outputs, waits } = channels.view;
  return ok({
    enabled,
    folder,
    inputs: inputs.map((name) => name ?? 'in'),
    outputs: [...outputs],
    waiting: waits.map(({ pane, count, reason, until }) => ({ pane_id: pane, lines: count, reason, until })),
  });
};
