"""Why a channel was refused, and why a message was not delivered."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class ChannelProblem(WordedCode):
    """Why a channel cannot be kept as it was typed."""

    NAME_MISSING = worded("channel_name_missing", "Give it a name, such as that of the group.")
    NO_ADDRESS = worded("channel_no_address", "This is not an address that begins with https://.")
    OTHER_HOST = worded(
        "channel_other_host",
        "An address of this kind begins with %(start)s. Copy the whole address of the robot.",
    )
    NO_TOKEN = worded(
        "channel_no_token", "The address is cut off: what makes it secret is missing at its end."
    )
    INSIDE = worded(
        "channel_inside",
        "%(host)s is inside a private network. The administrator of the machine allows it"
        " with %(setting)s.",
    )
    NO_SECRETS = worded(
        "channel_no_secrets",
        "Secrets cannot be kept here: a package is missing. Type: %(line)s",
    )
    GONE = worded("channel_gone", "This message channel was removed in the meantime.")
    TOO_MANY = worded("channel_too_many", "A club has at most %(most)s message channels.")


class DeliveryFault(WordedCode):
    """Why one attempt did not deliver a message."""

    NAME = worded("message_name", "The name of the host was not found.")
    INSIDE = worded("message_inside", "The name leads to an address inside a network.")
    UNREACHED = worded("message_unreached", "There was no connection.")
    TIMEOUT = worded("message_timeout", "There was no answer in time.")
    TLS = worded("message_tls", "The certificate of the host is not valid.")
    BROKEN = worded("message_broken", "The answer broke off.")
    REDIRECT = worded("message_redirect", "The host redirected us elsewhere; that is not followed.")
    HTTP = worded("message_http", "The host answered %(status)s.")
    ROBOT = worded("message_robot", "The robot answered with its error %(status)s.")
    BUSY = worded("message_busy", "The robot accepts no more messages for now (%(status)s).")
    NO_SECRET = worded(
        "message_no_secret", "The address can no longer be read: the key of the machine changed."
    )
