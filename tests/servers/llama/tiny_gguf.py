"""A seed -> a llama-architecture GGUF of about 600 KB with random weights, which a real server can load.

Nothing is downloaded: this module draws the tensors. One trick makes the output usable: dimension 0 of every embedding
is a large constant that the blocks hardly change, so after the last norm column 0 of `output.weight` is a bias for each
token. With it the model speaks in common words, closes its strings and writes no raw bytes. Under a JSON schema its
answers are valid and their words are random: it tests the contract, not quality.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

_WORDS_TEXT = """
the of and to in is for that with on as are this by be or from an at it can not you will use when which if all each
data file model value set new one two time name type list key index page section document answer question code table
line text output input default option version path run build test start stop error server client request response
token user system method function class object field result number size limit rate cost queue cache read write open
close find show add remove update call return check create load send get before after how what why where does should
must may only also more less than then first second last next same other many few most some no yes
"""
_WORDS = _WORDS_TEXT.split()

_TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
_NEVER = -30.0
_CARRIER = 4.0
# Likelihoods of JSON's marks: strings end; a list of objects is not empty and not long.
_STRUCTURE = {'"': 3.5, "{": -3.0, "]": -6.0, ",": -6.5, "}": -6.0, ":": -6.0, "[": -6.0, "\u2581": -8.0}


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the network; the defaults make 0.6 MB and answer in hundredths of a second."""

    width: int = 64
    layers: int = 2
    heads: int = 4
    context: int = 65536


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    score: float
    kind: gguf.TokenType
    bias: float


def write_tiny_gguf(path: Path, seed: int = 7, shape: Shape | None = None) -> Path:
    """Write the model to `path`; the same seed and shape give the same bytes."""
    shape = shape or Shape()
    tokens = vocabulary()
    writer = gguf.GGUFWriter(path, "llama")
    _write_facts(writer, shape, tokens)
    for name, tensor in _tensors(np.random.default_rng(seed), shape, tokens).items():
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def vocabulary() -> list[Token]:
    """Three control tokens, 256 bytes, printable ASCII, and words with a space before them."""
    kinds = gguf.TokenType
    tokens = [
        Token("<unk>", 0.0, kinds.UNKNOWN, _NEVER),
        Token("<s>", 0.0, kinds.CONTROL, _NEVER),
        Token("</s>", 0.0, kinds.CONTROL, 0.0),
        *(Token(f"<0x{byte:02X}>", 0.0, kinds.BYTE, _NEVER) for byte in range(256)),
        Token("\u2581", -1.0, kinds.NORMAL, _STRUCTURE["\u2581"]),
        *(Token(chr(code), -2.0, kinds.NORMAL, _bias(chr(code))) for code in range(33, 127)),
    ]
    for rank, word in enumerate(dict.fromkeys(_WORDS)):
        tokens.append(Token(f"\u2581{word}", -3.0 - rank / 1000, kinds.NORMAL, 2.0 - 0.5 * math.log(1 + rank)))
    return tokens


def _bias(letter: str) -> float:
    if letter in _STRUCTURE:
        return _STRUCTURE[letter]
    if letter == "\\":
        return _NEVER
    if letter in "etaoinshrdlu":
        return -1.0
    if letter in "45":
        return -0.5  # so that some ratings are high
    return -2.0 if letter.isalnum() else -8.0


def _write_facts(writer: gguf.GGUFWriter, shape: Shape, tokens: list[Token]) -> None:
    writer.add_name("tiny-random-llama")
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(2 * shape.width)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.heads)
    writer.add_rope_dimension_count(shape.width // shape.heads)
    writer.add_rope_freq_base(10000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_file_type(0)  # 32-bit floats
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([token.text.encode() for token in tokens])
    writer.add_token_scores([token.score for token in tokens])
    writer.add_token_types([token.kind for token in tokens])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(False)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(_TEMPLATE)


def _tensors(rng: np.random.Generator, shape: Shape, tokens: list[Token]) -> dict[str, NDArray[np.float32]]:
    width, inner = shape.width, 2 * shape.width

    def drawn(*size: int, scale: float = 0.02) -> NDArray[np.float32]:
        return (rng.standard_normal(size) * scale).astype(np.float32)

    tensors = {"token_embd.weight": drawn(len(tokens), width, scale=0.2)}
    tensors["token_embd.weight"][:, 0] = _CARRIER
    for layer in range(shape.layers):
        block = f"blk.{layer}."
        tensors |= {f"{block}attn_norm.weight": np.ones(width, np.float32)}
        tensors |= {
            f"{block}{name}.weight": drawn(width, width) for name in ("attn_q", "attn_k", "attn_v", "attn_output")
        }
        tensors |= {f"{block}ffn_norm.weight": np.ones(width, np.float32)}
        tensors |= {f"{block}ffn_gate.weight": drawn(inner, width), f"{block}ffn_up.weight": drawn(inner, width)}
        tensors |= {f"{block}ffn_down.weight": drawn(width, inner)}
    tensors["output_norm.weight"] = np.ones(width, np.float32)
    out = drawn(len(tokens), width, scale=0.3)
    # dimension 0 is about sqrt(width) after the norm, so the bias is divided by sqrt(width)
    out[:, 0] = np.array([token.bias for token in tokens], np.float32) / math.sqrt(width)
    for row, token in enumerate(tokens):
        if token.text in _STRUCTURE and token.text != '"':
            out[row, 1:] = 0.0  # equal for all tokens: else each token would always lead to the same next one
    return tensors | {"output.weight": out}
