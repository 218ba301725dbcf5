"""Skills made for a test."""

from hashlib import sha256

from kesher.domain.skill import Skill, SkillFile, SkillFolder, SkillSource


def skill(name: str, description: str = "d", **fields: object) -> Skill:
    return Skill(name=name, description=description, body="גוף", **fields)  # type: ignore[arg-type]  # fields of the record


def folder(
    name: str, source: SkillSource = SkillSource.USER, *, body: str = "גוף", extra: str = ""
) -> SkillFolder:
    manifest = f"---\nname: {name}\ndescription: תיאור\n{extra}---\n{body}\n".encode()
    file = SkillFile("SKILL.md", sha256(manifest).hexdigest(), len(manifest))
    return SkillFolder(name, source, f"{source}/{name}", manifest, (file,))
