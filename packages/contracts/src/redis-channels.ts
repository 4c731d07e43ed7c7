/** Redis channel on which the gateway says whose webhook endpoints changed; the message is the organization id. */
export const webhookEndpointsChannel = 'postrider:webhook-endpoints';
